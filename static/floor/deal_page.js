/** Starts the page of a deal. */

import { byId } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";
import { mountDeal } from "./deal.js";

mountDeal(byId("deal"), startPage());
