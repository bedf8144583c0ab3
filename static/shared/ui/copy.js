/** Buttons that copy a field. Pages of the room are seldom a "secure context", so the old way has to do as well. */

async function copy(input) {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    // What could not be copied stands selected, to be copied by hand.
    if (await copy(document.getElementById(button.dataset.copy))) button.textContent = button.dataset.done;
  });
}
