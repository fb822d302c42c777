-- Asks for the lines of LOAD in turn, each "path<TAB>token<TAB>pilgrim<TAB>address"; writes one line of JSON when done.
local asked, at = {}, 0

function init(_)
  for line in io.lines(os.getenv("LOAD")) do
    local path, token, pilgrim, address = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)$")
    local headers = { ["Accept-Language"] = "en" }
    if token ~= "" then headers["Authorization"] = "Bearer " .. token end
    if pilgrim ~= "" then headers["X-Codex-User"] = pilgrim end
    if address ~= "" then headers["X-Forwarded-For"] = address end
    asked[#asked + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  at = at % #asked + 1
  return asked[at]
end

function done(summary, latency, _)
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.status + e.timeout
  io.write(string.format(
    '{"requests": %d, "seconds": %f, "p50": %f, "p95": %f, "p99": %f, "failed": %d}\n',
    summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3, failed))
end
