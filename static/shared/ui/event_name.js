/** Keep the end of the event's name visible in the bar of the dealer's tablet, which has no event strip. */

import { showEventName } from "./name_end.js";

showEventName();
