/** How far an import has come, loaded anew every second until it is over. */

const EVERY = 1_000;
const WITHIN = 6_000;
const place = document.getElementById("import-progress");

function isOver() {
  return ["done", "cancelled", "failed"].includes(place.firstElementChild?.dataset.state);
}

async function renew() {
  try {
    const answer = await fetch(place.dataset.address, { signal: AbortSignal.timeout(WITHIN) });
    // A session that has ended is answered with the login page.
    if (answer.redirected) return location.reload();
    if (answer.ok) place.innerHTML = await answer.text();
  } catch {
    // The server is away for a moment: the next look tells.
  }
  document.getElementById("import-cancel").hidden = isOver();
  if (!isOver()) setTimeout(renew, EVERY);
}

if (place && !isOver()) setTimeout(renew, EVERY);
