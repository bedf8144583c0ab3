/** The waiting list of an event, read again after changes. */

import { LiveResource } from "../shared/feed/live_resource.js";
import { byId } from "../shared/ui/dom.js";
import { duration } from "../shared/ui/format.js";
import { startPage } from "../shared/ui/page.js";
import { countTimes } from "../shared/ui/press.js";
import { keepParts } from "./server_parts.js";

/** @import { Services } from "../shared/ui/page.js" */

/** @param {HTMLElement} place  @param {Services} services */
export function mountWaitingList(place, { config, feed, time }) {
  const live = new LiveResource(feed, `t${config.tournament}`);
  /** Remaining time of held seats. */
  const count = countTimes(place, time, (/** @type {number} */ ms) => duration(ms / 1_000));
  const parts = keepParts(place, live, ["waiting_list", "registration", "seating"], { taken: count });
  return {
    stop: () => {
      parts.stop();
      live.close();
    },
  };
}

mountWaitingList(byId("lists"), startPage());
