/* Buttons that only work where a script runs: copy the answer with its label and sources, and print. */
async function copy(button) {
  const reply = await fetch(button.dataset.copy);
  if (!reply.ok) return;
  await navigator.clipboard.writeText(await reply.text());
  button.setAttribute("aria-live", "polite");
  button.textContent = button.dataset.done;
}

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
