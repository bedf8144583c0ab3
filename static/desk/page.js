/** Starts the desk's page. */

import { byId } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";
import { mountDesk } from "./desk.js";

mountDesk(byId("desk"), startPage());
