/* What only works where a script runs: keys that lead to the search, with a switch that is remembered, and a change of
   look that loads nothing anew. */
const KEPT = "search-keys";
const box = document.querySelector("#q");
const keys = document.querySelector("[data-keys]");
const look = document.querySelector("[data-look]");

function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // storage may be refused
  }
}

function remember(value) {
  try {
    localStorage.setItem(KEPT, value);
  } catch {
    // Then it holds for this page.
  }
}

function leads(event) {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  if (event.key.toLowerCase() === "k") return (event.ctrlKey || event.metaKey) && !event.shiftKey;
  const typing = event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
  return event.key === "/" && !event.ctrlKey && !event.metaKey && !typing;
}

function announce(on) {
  if (on) box.setAttribute("aria-keyshortcuts", "/ Control+K");
  else box.removeAttribute("aria-keyshortcuts");
}

if (box && keys) {
  const control = keys.querySelector("input");
  control.checked = remembered() !== "off";
  keys.hidden = false;
  announce(control.checked);
  control.addEventListener("change", () => {
    remember(control.checked ? "on" : "off");
    announce(control.checked);
  });
  document.addEventListener("keydown", (event) => {
    if (!control.checked || !leads(event)) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
}

function wear(theme) {
  document.documentElement.dataset.theme = theme;
  document.querySelector("meta[name=color-scheme]").content = theme === "system" ? "light dark" : theme;
  for (const button of look.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.value === theme));
}

look?.addEventListener("submit", (event) => {
  const theme = event.submitter?.value;
  if (!theme) return;
  event.preventDefault();
  wear(theme);
  fetch(look.action, { method: "POST", body: new FormData(look, event.submitter), redirect: "manual" });
});
