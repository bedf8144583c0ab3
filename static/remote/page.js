/** Starts the remote. */

import { byId } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";
import { Remote } from "./remote.js";

new Remote(byId("remote"), startPage());
