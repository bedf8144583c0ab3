/** Starts the dealer's tablet. */

import { startPage } from "../shared/ui/page.js";
import { byId } from "../shared/ui/dom.js";
import { mountTablet } from "./tablet.js";

mountTablet(byId("dealer"), startPage());
