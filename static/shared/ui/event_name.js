/** Keeps the end of the event's name in the bar of pages without the strip: the dealer's tablet shows the clock itself. */

import { showEventName } from "./name_end.js";

showEventName();
