/** The part below the answer: self-service, notices, and push messages. */

import { el, setText } from "../shared/ui/dom.js";
import { moment } from "../shared/ui/format.js";
import { mayDo, noticeText } from "./answer.js";
import { reading } from "../shared/feed/reading.js";
import { registrationLine } from "../shared/ui/registration.js";

/** Time to confirm with a second press (ms). */
const SURE = 5_000;
/** Delay before code for presses is loaded, after the first view (ms). */
const LATER = 1_500;

export class Extras {
  #config;
  #words;
  #alarm;
  #busy = false;
  #push = null;
  #pushing = null;
  /** The event shown, and its last result: results are not shown with another event. */
  #event = null;
  #message = { event: null, text: "", bad: false };

  constructor(config, words, alarm) {
    this.#config = config;
    this.#words = words;
    this.#alarm = alarm;
    setTimeout(() => this.#preparePush().catch(() => {}), LATER);
  }

  /**
   * @param {{event: number|null, mine: object|undefined, registration: object|undefined, clock: object|undefined,
   *          now: number|null}} seen
   */
  show({ event, mine, registration, clock, now }) {
    this.#event = event;
    this.#showSaid();
    this.#actions(event, mine, registration);
    // Seated players do not need registration info.
    this.#registration(mine?.state === "seated" ? undefined : registration, clock, now);
    this.#notices(mine, now);
    const results = document.getElementById("results-link");
    results.hidden = event === null;
    if (event !== null) results.setAttribute("href", `/results/${event}/`);
    setText(document.getElementById("sound"), this.#words.say("phone.sound"));
    document.getElementById("sound").hidden = this.#alarm.audible || !("AudioContext" in window);
  }

  #actions(event, mine, registration) {
    const place = document.getElementById("actions");
    const kinds = mine ? mayDo(mine, registration) : [];
    const args = kinds.includes("self_service.arrive") ? { move: mine.move.move } : {};
    // A player on the waiting list has no place to give up yet.
    const waits = mine?.state === "waiting" && kinds.includes("self_service.cancel");
    const key = `${event}:${kinds.join()}:${args.move ?? ""}:${waits}`;
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.hidden = kinds.length === 0;
    place.replaceChildren(...kinds.map((kind) => this.#button(event, kind, args, waits ? "_waiting" : "")));
  }

  #button(event, kind, args, how) {
    const label = this.#words.say(`phone.do.${kind}${how}`);
    const gives = kind === "self_service.cancel";
    const button = el(gives ? "button.btn.btn-block" : "button.btn.btn-primary.btn-large.btn-block", { type: "button" }, label);
    let sure = !gives;
    button.addEventListener("click", async () => {
      if (this.#busy) return;
      if (!sure) {
        sure = true;
        setText(button, this.#words.say(`phone.sure${how}`));
        setTimeout(() => {
          sure = false;
          setText(button, label);
        }, SURE);
        return;
      }
      this.#busy = true;
      button.setAttribute("aria-busy", "true");
      this.#say(event, this.#words.say("phone.sending"));
      const sender = await import("./requests.js").catch(() => null);
      const answer = await sender?.ask(`${this.#config.address}t/${event}/${kind}/`, this.#config.csrf, args) ?? null;
      this.#busy = false;
      button.removeAttribute("aria-busy");
      if (answer === null) this.#say(event, this.#words.say("phone.unsent"), true);
      else if (answer.ok) this.#say(event, this.#words.say(`phone.done.${kind}${how}`));
      else this.#say(event, [answer.message, answer.rule].filter(Boolean).join(" · "), true);
    });
    return button;
  }

  /** Show the result of a command while its event is shown. */
  #say(event, text, bad = false) {
    this.#message = { event, text, bad };
    this.#showSaid();
  }

  #showSaid() {
    const { event, text, bad } = this.#message;
    const place = document.getElementById("message");
    const shown = event === this.#event ? text : "";
    place.className = bad ? "notice is-bad" : "notice is-good";
    place.hidden = !shown;
    setText(place, shown);
  }

  #registration(registration, clock, now) {
    const place = document.getElementById("registration");
    const read = clock && now !== null ? reading(clock.levels, clock.clock, clock.planned_start, clock.advance, now) : null;
    const text = now === null ? "" : registrationLine(registration, clock, read, now, this.#words);
    place.hidden = !text;
    setText(place, text);
  }

  #notices(mine, now) {
    const card = document.getElementById("news-card");
    const notices = mine?.notices ?? [];
    card.hidden = notices.length === 0;
    const key = notices.map(({ id }) => id).join();
    const place = document.getElementById("news");
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.replaceChildren(...notices.map((notice) => el("li.row", {},
      el("span.row-text", {}, noticeText(notice, this.#words)),
      el("span.row-time", {}, moment(notice.at, now ?? notice.at, this.#words.language)))));
  }

  /** Push messages need browser support, and https or localhost. */
  async #preparePush() {
    if (!isSecureContext) return this.#showPush("insecure");
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return this.#showPush("unsupported");
    this.#pushing = await import("./push.js");
    document.getElementById("push-button").addEventListener("click", () => this.#pressPush());
    this.#showPush(await this.#pushing.pushState(this.#config));
  }

  #showPush(state) {
    this.#push = state;
    const place = document.getElementById("push-card");
    place.hidden = false;
    const texts = { on: ["push_on", "push_off"], off: ["push_how", "push"], denied: ["push_denied", ""], insecure: ["push_insecure", ""], unsupported: ["push_unsupported", ""] }[state];
    setText(document.getElementById("push-text"), this.#words.say(`phone.${texts[0]}`));
    const button = document.getElementById("push-button");
    button.hidden = !texts[1];
    setText(button, texts[1] ? this.#words.say(`phone.${texts[1]}`) : "");
  }

  async #pressPush() {
    const button = document.getElementById("push-button");
    button.disabled = true;
    this.#sayOfPush("");
    const starts = this.#push !== "on";
    try {
      const state = await (starts ? this.#pushing.startPush : this.#pushing.stopPush)(this.#config);
      this.#showPush(state);
      if (starts && state === "off") this.#sayOfPush(this.#words.say("phone.push_failed"));
    } catch {
      this.#sayOfPush(this.#words.say("phone.push_failed"));
    }
    button.disabled = false;
  }

  /** Results of the alert button are shown beside it. */
  #sayOfPush(text) {
    const place = document.getElementById("push-message");
    place.hidden = !text;
    setText(place, text);
  }
}
