/**
 * Buttons that copy a field. Pages of the room are seldom a "secure context", so the legacy API is used as
 * well.
 */

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
    // A field that could not be copied stays selected, for manual copying.
    if (await copy(document.getElementById(button.dataset.copy))) button.textContent = button.dataset.done;
  });
}
