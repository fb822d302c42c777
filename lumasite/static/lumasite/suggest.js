/* Titles of the archive while somebody types: a combobox with a list, after the ARIA Authoring Practices.
   Nothing is asked before something is typed. Without this script the box is a plain field. */
const PAUSE = 150;
const box = document.querySelector("[data-suggest]");
const form = box.form;
const counts = box.dataset.told.split("\n");
const list = Object.assign(document.createElement("ul"), { id: "offers", className: "offers", hidden: true });
const status = Object.assign(document.createElement("p"), { className: "unseen" });
let asking = new AbortController();
let timer = 0;
let current = -1;
let begun = false;

function mark(place) {
  const options = [...list.children];
  current = place;
  options.forEach((option, number) => option.setAttribute("aria-selected", String(number === place)));
  if (place < 0) {
    box.removeAttribute("aria-activedescendant");
  } else {
    box.setAttribute("aria-activedescendant", options[place].id);
    options[place].scrollIntoView({ block: "nearest" });
  }
}

function close() {
  clearTimeout(timer);
  asking.abort();
  mark(-1);
  list.hidden = true;
  box.setAttribute("aria-expanded", "false");
  status.textContent = "";
}

function choose(option) {
  box.value = option.dataset.title;
  const lang = form.elements.lang ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "lang" }));
  lang.value = option.lang;
  form.elements.collection?.remove();
  close();
  form.requestSubmit();
}

function offer([title, tongue, link], number) {
  const option = document.createElement("li");
  option.append(Object.assign(document.createElement("span"), { textContent: title }));
  option.append(Object.assign(document.createElement("span"), { textContent: tongue, className: "soft" }));
  option.id = `offer-${number}`;
  option.setAttribute("role", "option");
  option.dataset.title = title;
  option.lang = new URL(link).searchParams.get("lang");
  option.addEventListener("click", () => choose(option));
  return option;
}

function show([, titles, tongues, links]) {
  list.replaceChildren(...titles.map((title, number) => offer([title, tongues[number], links[number]], number)));
  mark(-1);
  list.hidden = !titles.length;
  box.setAttribute("aria-expanded", String(!list.hidden));
  status.textContent = counts[titles.length];
}

async function ask(typed) {
  asking = new AbortController();
  const address = new URL(box.dataset.suggest, location.href);
  address.searchParams.set("q", typed);
  if (form.elements.lang) address.searchParams.set("lang", form.elements.lang.value);
  try {
    const reply = await fetch(address, { signal: asking.signal, credentials: "omit" });
    if (reply.ok) show(await reply.json());
  } catch {
    // Typed on, or out of reach: searching works without.
  }
}

function typed() {
  begun = true;
  close();
  const text = box.value.trim();
  if (text) timer = setTimeout(ask, PAUSE, text);
}

function moved(event) {
  const last = list.children.length - 1;
  if (event.key === "ArrowDown") mark(current < last ? current + 1 : -1);
  else if (event.key === "ArrowUp") mark(current < 0 ? last : current - 1);
  else if (event.key === "Enter" && current >= 0) choose(list.children[current]);
  else if (event.key === "Escape") close();
  else {
    // Home, End and the rest are the field's own.
    if (["Home", "End", "ArrowLeft", "ArrowRight"].includes(event.key)) mark(-1);
    return;
  }
  event.preventDefault();
}

list.setAttribute("role", "listbox");
list.setAttribute("aria-label", box.dataset.label);
status.setAttribute("role", "status");
form.append(list, status);
for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", list.id], ["aria-expanded", "false"]]) {
  box.setAttribute(name, value);
}
box.addEventListener("input", typed);
box.addEventListener("blur", close);
box.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.metaKey) return;
  if (event.altKey) {
    if (event.key === "ArrowUp") close();
  } else if (!list.hidden) {
    moved(event);
  } else if (event.key === "ArrowDown" && begun && box.value.trim()) {
    ask(box.value.trim());
  }
});
// The field keeps the focus while an offer is pressed.
list.addEventListener("pointerdown", (event) => event.preventDefault());
