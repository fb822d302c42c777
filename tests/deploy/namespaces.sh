#!/usr/bin/env bash
# The layout of compose.yaml as real processes, each host in a network namespace of its own: nginx, two hosts of the
# site, and a third with PostgreSQL, Redis and the archive's site. By hand, as root: bash tests/deploy/namespaces.sh
# Needs ip, nginx, curl, openssl, redis-server, PostgreSQL and `python` with the project installed. Ends with "all is well".
set -euo pipefail
cd "$(dirname "$0")/../.."
top=$PWD work=$(mktemp -d) name=codex.example
chmod 755 "$work"
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
proxy=10.77.0.2 one=10.77.0.3 two=10.77.0.4 store=10.77.0.5
declare -a started=()

finish() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
  runuser -u postgres -- "$bin/pg_ctl" -D "$work/pg/data" -m immediate stop >/dev/null 2>&1 || true
  sleep 1
  for place in proxy one two store; do
    ip link del "lm-$place" 2>/dev/null || true
    ip netns del "lm-$place" 2>/dev/null || true
  done
  ip link del lm-bridge 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

ip link add lm-bridge type bridge
ip link set lm-bridge up
for place in proxy one two store; do
  ip netns add "lm-$place"
  ip link add "lm-$place" type veth peer name eth0 netns "lm-$place"
  ip link set "lm-$place" master lm-bridge up
  ip -n "lm-$place" addr add "${!place}/24" dev eth0
  ip -n "lm-$place" link set eth0 up
  ip -n "lm-$place" link set lo up
done
inside() { ip netns exec "lm-$1" "${@:2}"; }

# What is shared.
install -d -o postgres "$work/pg"
(
  cd "$work/pg"
  runuser -u postgres -- "$bin/initdb" -D "$work/pg/data" -A trust -U postgres --no-sync >/dev/null
  echo "host all all 10.77.0.0/24 trust" >> "$work/pg/data/pg_hba.conf"
  inside store runuser -u postgres -- "$bin/pg_ctl" -w -D "$work/pg/data" -l "$work/pg/log" -o "-k $work/pg -h $store" start >/dev/null
)
ip netns exec lm-store redis-server --bind "$store" --protected-mode no --save '' --dir "$work" >/dev/null & started+=($!)
ip netns exec lm-store python -m http.server --bind "$store" --directory codex/sample 8080 >/dev/null 2>"$work/origin.log" & started+=($!)
sleep 1

# Two hosts.
export SECRET_KEY="a key that both hosts know, $RANDOM$RANDOM$RANDOM, and nobody else does" AI_KEY_SECRET="another-$RANDOM-$RANDOM"
export DATABASE_URL="postgres://postgres@$store/postgres" CACHE_URL="redis://$store:6379/0"
export ALLOWED_HOSTS=$name LUMASITE_HTTPS=true LUMASITE_HSTS_SECONDS=31536000 TRUSTED_PROXIES=1 LOG_FORMAT=json
export CODEX_ALLOWED_HOSTS="$store:8080"
LUMASITE_DATA="$work/one" inside one python manage.py migrate --verbosity 0
LUMASITE_DATA="$work/one" inside one python manage.py codex config set codex-index-url "http://$store:8080/search-index.json" >/dev/null
for host in one two; do
  LUMASITE_DATA="$work/$host" ip netns exec "lm-$host" python manage.py serve --no-admin --host "${!host}" >"$work/$host.log" 2>&1 & started+=($!)
done

# The proxy, as it is shipped.
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \
  -keyout "$work/key.pem" -out "$work/fullchain.pem" 2>/dev/null
sed "s#10.0.0.11#$one#; s#10.0.0.12#$two#; s#/etc/ssl/lumasite#$work#; s#/var/log/nginx#$work#" lumasite/deploy/nginx.conf > "$work/site.conf"
printf 'daemon off; user root; pid %s/nginx.pid; error_log %s/nginx.log; events {} http { include %s/site.conf; }' "$work" "$work" "$work" > "$work/nginx.conf"
for host in one two; do
  for _ in $(seq 60); do inside proxy curl -fs -o /dev/null "http://${!host}:8000/readyz" && break; sleep 1; done
done
ip netns exec lm-proxy nginx -c "$work/nginx.conf" & started+=($!)
sleep 1

ask() { inside proxy curl -s --cacert "$work/fullchain.pem" --resolve "$name:443:$proxy" "$@"; }
check() { if [ "$2" != "$3" ]; then echo "$1: $2, not $3"; exit 1; fi; echo "$1: $2"; }
status() { ask -o /dev/null -w '%{http_code}' "$@"; }
for _ in $(seq 8); do status "https://$name/api/v1/search?q=valve" -H "X-Forwarded-For: 198.51.100.$RANDOM" >/dev/null; done
used=$(runuser -u postgres -- psql -h "$work/pg" -Atc "SELECT count(*), sum(used) FROM codex_dailyuse")
check "eight searches through both hosts, one caller" "$used" "1|8"
check "the fleet fetched the archive so often" "$(grep -c 'GET /search-index.json' "$work/origin.log")" 1
check "a host answers the proxy alone under another name" "$(inside proxy curl -s -o /dev/null -w '%{http_code}' "http://$one:8000/")" 400
LUMASITE_DATA="$work/one" inside one python manage.py check --deploy --fail-level WARNING --database default >/dev/null
LUMASITE_DATA="$work/one" inside one python manage.py doctor > "$work/doctor" 2>&1 || cat "$work/doctor"
check "the doctor finds to mend" "$(grep -c ^MEND "$work/doctor" || true)" 0
ip -n lm-two link set eth0 down
check "with the second host off the network" "$(for _ in 1 2 3 4; do status "https://$name/api/v1/search?q=valve"; done)" 200200200200
ip -n lm-two link set eth0 up
ip -n lm-store link set eth0 down
check "with the database and the cache off the network, the first page" "$(status --max-time 60 "https://$name/")" 200
check "and a search" "$(status --max-time 60 "https://$name/api/v1/search?q=valve")" 503
ip -n lm-store link set eth0 up
for _ in $(seq 30); do [ "$(status --max-time 60 "https://$name/api/v1/search?q=valve")" = 200 ] && break; sleep 1; done
check "and once they are back" "$(status "https://$name/api/v1/search?q=valve")" 200
echo "all is well"
