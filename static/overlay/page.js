/** The page of an overlay: starts it with what the server gave. */

import { byId } from "../shared/ui/dom.js";
import { mountOverlay } from "./overlay.js";

mountOverlay(byId("overlay"), JSON.parse(byId("config").textContent ?? "{}"));
