/** The preview of a layout: the renderer of displays with sample events. The editor tells it what to show. */

import { byId } from "../shared/ui/dom.js";
import { Words } from "../shared/ui/words.js";
import { Picture } from "../tv/house/house.js";
import { sampleEvents, sampleRoom } from "./layout_samples.js";

/** @import { LayoutDocument } from "../tv/house/house.js" */
/** @import { State } from "./layout_samples.js" */

/** @typedef {{document: LayoutDocument, state: State, big: boolean}} Wanted */

const config = JSON.parse(byId("config").textContent ?? "{}");
const words = new Words(config.language, config.words);
const picture = new Picture();
const room = sampleRoom(config.look);
const began = Date.now();
/** @type {Wanted|null} */
let wanted = config.document ? { document: config.document, state: "running", big: false } : null;
let events = sampleEvents("running", false, began);

byId("stage").append(picture.element);

function draw() {
  if (wanted) picture.draw(events, room, words, Date.now());
}

/** @param {Wanted} next */
function show(next) {
  if (!wanted || next.state !== wanted.state || next.big !== wanted.big) events = sampleEvents(next.state, next.big, Date.now());
  wanted = next;
  picture.layout = next.document;
  document.body.dataset.shown = next.state;
  draw();
}

if (wanted) show(wanted);
setInterval(draw, 1_000);
new ResizeObserver(() => {
  picture.resize();
  draw();
}).observe(byId("stage"));
addEventListener("message", ({ data, origin, source }) => {
  if (origin === location.origin && source === parent && data?.document) show(data);
});
if (parent !== window) parent.postMessage({ ready: true }, location.origin);
