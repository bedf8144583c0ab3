/** Submit the form on a change of book or filter; without scripts the button does. */

import { byId } from "../shared/ui/dom.js";

const form = /** @type {HTMLFormElement} */ (byId("compare-form"));
form.addEventListener("change", ({ target }) => {
  // A list browsed with the arrow keys would load a page per key.
  if (target instanceof HTMLInputElement && target.type === "checkbox") form.requestSubmit();
});
