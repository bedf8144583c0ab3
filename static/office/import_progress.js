/** Progress of an import, loaded every second until it ends. */

import { readHtml, RequestError } from "../shared/feed/request.js";
import { byId } from "../shared/ui/dom.js";

const EVERY = 1_000;
/** States of an import that has ended. */
const ENDED = new Set(["done", "cancelled", "failed"]);

/** @param {HTMLElement} place */
function mountProgress(place) {
  const isOver = () => ENDED.has(/** @type {HTMLElement|null} */ (place.firstElementChild)?.dataset.state ?? "");
  const renew = async () => {
    try {
      const page = new DOMParser().parseFromString(await readHtml(place.dataset.address ?? ""), "text/html");
      place.replaceChildren(...page.body.children);
    } catch (error) {
      // An expired session; otherwise the server is briefly unreachable, and the next poll retries.
      if (error instanceof RequestError && error.status === 403) location.reload();
    }
    byId("import-cancel").hidden = isOver();
    if (!isOver()) setTimeout(renew, EVERY);
  };
  if (!isOver()) setTimeout(renew, EVERY);
}

const place = document.getElementById("import-progress");
if (place) mountProgress(place);
