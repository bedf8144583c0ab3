/** Starts the dealer's tablet of a cash table. */

import { byId } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";
import { CashTablet } from "./cash_tablet.js";

new CashTablet(byId("dealer"), startPage());
