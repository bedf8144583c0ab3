/** Forms in which the browser makes or uses a passkey: `data-passkey` is "create" or "get", the options are in the page. */

/** Fields of a form that are shown for some choices only. @param {HTMLFormElement} form */
const fieldsAtTimes = (form) => form.querySelector(".for-director");

/** @param {HTMLFormElement} form */
function start(form) {
  const makes = form.dataset.passkey === "create";
  const options = JSON.parse(document.getElementById(`passkey-${form.dataset.passkey}`)?.textContent ?? "{}");
  const fault = /** @type {HTMLElement} */ (form.querySelector("[data-fault]"));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("passkey"));
  form.addEventListener("submit", async (event) => {
    if (field.value || fieldsAtTimes(form)?.getClientRects().length === 0) return;
    event.preventDefault();
    fault.hidden = true;
    try {
      const credential = makes
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      field.value = JSON.stringify(/** @type {PublicKeyCredential} */ (credential).toJSON());
      form.requestSubmit(event.submitter);
    } catch {
      // Cancelled, or the browser knows no passkey of this login.
      fault.hidden = false;
    }
  });
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"))) {
  // Older browsers read no options as JSON; they use a code.
  if (window.PublicKeyCredential && "parseRequestOptionsFromJSON" in PublicKeyCredential) start(form);
  else form.hidden = !fieldsAtTimes(form);
}
