/** Loads what follows the event after the page's first view. */

import { afterLoad } from "../shared/ui/after_load.js";

afterLoad(() => import("./event.js"));
