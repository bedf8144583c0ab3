/** A page that is shown once, in response to a form: "Back" and "Reload" lead to the next page, not to the form again. */

import { byId } from "../shared/ui/dom.js";

const next = new URL(/** @type {HTMLAnchorElement} */ (byId("onward")).href);
if (next.origin === location.origin) history.replaceState(null, "", next);
