/** Starts the floor's page. */

import { mountFloor } from "./floor.js";
import { byId } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";

mountFloor(byId("floor"), startPage());
