/** Progress of an import, loaded every second until it ends. */

const EVERY = 1_000;
const WITHIN = 6_000;
const place = document.getElementById("import-progress");

function isOver() {
  return ["done", "cancelled", "failed"].includes(place.firstElementChild?.dataset.state);
}

async function renew() {
  try {
    const answer = await fetch(place.dataset.address, { signal: AbortSignal.timeout(WITHIN) });
    // An expired session is answered with the login page.
    if (answer.redirected) return location.reload();
    if (answer.ok) place.innerHTML = await answer.text();
  } catch {
    // The server is briefly unreachable: the next poll retries.
  }
  document.getElementById("import-cancel").hidden = isOver();
  if (!isOver()) setTimeout(renew, EVERY);
}

if (place && !isOver()) setTimeout(renew, EVERY);
