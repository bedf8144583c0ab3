/** Live search of the rule finder. Without scripts, the button searches. */

/** Delay after the last key (ms); timeout of a response (ms). */
const PAUSE = 110;
const WITHIN = 5_000;

const form = document.getElementById("rules-ask");
const field = document.getElementById("rules-q");
const place = document.getElementById("rules-found");
const away = document.getElementById("rules-away");
let timer = 0;
let asked = 0;

async function find() {
  clearTimeout(timer);
  const number = (asked += 1);
  const query = new URLSearchParams(new FormData(form));
  place.setAttribute("aria-busy", "true");
  let text = null;
  try {
    const answer = await fetch(`${form.dataset.address}?${query}`, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
    if (answer.ok && !answer.redirected) text = await answer.text();
  } catch {
    // The error is shown below.
  }
  // The latest query counts: responses to earlier ones are dropped.
  if (number !== asked) return;
  place.removeAttribute("aria-busy");
  away.hidden = text !== null;
  if (text === null) return;
  place.innerHTML = text;
  history.replaceState(history.state, "", `${location.pathname}?${query}`);
}

field.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(find, PAUSE);
});
form.elements.book.addEventListener("change", find);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.activeElement?.matches("input, textarea, select")) return;
  event.preventDefault();
  field.focus();
  field.select();
});
