/* While an answer is waited for: ask how it stands, and show the page anew once it has ended. Asking sends nothing. */
const EVERY = 1000;
const vigil = document.querySelector("[data-status]");

async function look() {
  try {
    const reply = await fetch(vigil.dataset.status, { headers: { Accept: "application/json" } });
    const told = await reply.json();
    if (told.ended || !reply.ok) {
      location.reload();
      return;
    }
  } catch {
    // Out of reach for a moment: the next look may succeed.
  }
  setTimeout(look, EVERY);
}

if (vigil) setTimeout(look, EVERY);
