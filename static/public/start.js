/** Loads the clocks of the lobby after its first view. */

import { afterLoad } from "../shared/ui/after_load.js";

afterLoad(() => import("./lobby.js"));
