/** The player's own stack: entered during a count, and how it was at earlier ones. */

import { html, nothing, svg } from "lit-html";
import { number, timestampText, typedChips } from "../shared/ui/format.js";

/** @import { OwnCount, OwnStack } from "../../docs/reference/boards" */
/** @import { PhoneState } from "./phone_view.js" */

/** Size of the chart, in units of its own. */
const WIDTH = 300;
const HEIGHT = 60;

/** @param {PhoneState} state */
export function stackCard({ stack, event, mine, now, words, actions }) {
  if (!stack || event === null || (!stack.counting && !stack.counts.length)) return nothing;
  const last = stack.counts.at(-1);
  return html`
    <section class="card" id="stack-card" aria-labelledby="stack-title">
      <h2 id="stack-title">${words.say("phone.stack")}</h2>
      ${stack.counting ? form(stack, event, words, actions) : nothing}
      ${last ? html`<p class="prize-lead" id="stack-last">${number(last.chips, words.language)}</p>
      <p class="quiet">${words.say("phone.stack_rank", { rank: last.worst > last.rank ? `${last.rank}–${last.worst}` : last.rank, players: last.players, average: number(last.average, words.language) })} · ${timestampText(last.at ?? 0, now ?? last.at ?? 0, words.language)}</p>` : nothing}
      ${last && mine?.bag?.goes_on === "forfeited" ? html`<p id="stack-forfeited">${words.say("phone.stack_forfeited")}</p>` : nothing}
      ${stack.counts.length > 1 ? chart(stack.counts, words) : nothing}
    </section>`;
}

/** @param {OwnStack} stack  @param {number} event  @param {PhoneState["words"]} words  @param {PhoneState["actions"]} actions */
function form({ reported }, event, words, actions) {
  /** @param {SubmitEvent} sent */
  const send = (sent) => {
    sent.preventDefault();
    const field = /** @type {HTMLFormElement} */ (sent.currentTarget).elements.namedItem("chips");
    const chips = field instanceof HTMLInputElement ? typedChips(field.value) : null;
    if (field instanceof HTMLInputElement) {
      field.setCustomValidity(chips ? "" : words.say("phone.stack_wrong"));
      field.reportValidity();
    }
    if (chips) actions.reportStack(event, chips);
  };
  const clear = (/** @type {Event} */ { target }) => target instanceof HTMLInputElement && target.setCustomValidity("");
  return html`
    <p>${reported === null ? words.say("phone.stack_how") : words.say("phone.stack_reported", { chips: number(reported, words.language) })}</p>
    <form class="stack-form" id="stack-form" @submit=${send}>
      <label for="stack-chips">${words.say("phone.stack_chips")}</label>
      <input id="stack-chips" name="chips" inputmode="numeric" autocomplete="off" maxlength="20" required @input=${clear}>
      <button class="btn btn-primary">${words.say(reported === null ? "phone.stack_send" : "phone.stack_again")}</button>
    </form>`;
}

/** The stack from count to count, beside the average. @param {OwnCount[]} counts  @param {PhoneState["words"]} words */
function chart(counts, words) {
  const most = Math.max(...counts.flatMap(({ chips, average }) => [chips, average]));
  /** @param {(count: OwnCount) => number} value */
  const points = (value) => counts.map((one, at) => `${(at * WIDTH) / (counts.length - 1)},${HEIGHT - (value(one) * HEIGHT) / most}`).join(" ");
  const stacks = counts.map(({ chips }) => number(chips, words.language)).join(", ");
  return html`<svg class="stack-chart" viewBox="-3 -3 ${WIDTH + 6} ${HEIGHT + 6}" role="img" aria-label=${words.say("phone.stack_history", { stacks })}>
    ${svg`<polyline class="stack-average" points=${points(({ average }) => average)}></polyline><polyline class="stack-line" points=${points(({ chips }) => chips)}></polyline>`}</svg>`;
}
