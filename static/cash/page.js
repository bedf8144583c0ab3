/** The live page of the cash room. */

import { byId } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";
import { CashRoom } from "./room.js";

new CashRoom(byId("cash"), startPage());
