/** Loads the live part of the player's page after its first view. */

import { afterLoad, begin } from "../shared/ui/after_load.js";

const load = () => import("./page.js");
// A page out of the cache says at once how old it is.
if (document.documentElement.dataset.copy !== undefined) begin(load);
else afterLoad(load);
