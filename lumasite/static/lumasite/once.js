/* A second press while the first is under way sends nothing: what a form makes is made once. */
const sent = new WeakSet();

addEventListener("submit", (event) => {
  if (!event.target.matches("[data-once]")) return;
  if (sent.has(event.target)) event.preventDefault();
  sent.add(event.target);
});

addEventListener("pageshow", () => {
  for (const form of document.forms) sent.delete(form);
});
