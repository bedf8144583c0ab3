/** What waits for a person, on the live page: a line for each kind and event, each a link to where it is handled. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { number } from "../shared/ui/format.js";
import { View } from "../shared/ui/view.js";

/** @import { Feed } from "../shared/feed/feed.js" */
/** @import { Words } from "../shared/ui/words.js" */
/** @typedef {{kind: string, one: string, many: string, address: string}} AttentionKind see web/office/attention.py */
/** @typedef {{kind: string, count: number, tournament?: number, event?: string, closed?: boolean}} Waiting */

export class Attention {
  #room;
  #kinds;
  #words;
  #view;

  /** @param {HTMLElement} place  @param {{feed: Feed, words: Words, kinds: AttentionKind[]}} options */
  constructor(place, { feed, words, kinds }) {
    this.#kinds = kinds;
    this.#words = words;
    this.#room = new LiveResource(feed, "room");
    this.#view = new View(place, () => this.#list());
    this.#room.subscribe((changed) => [...changed].some((name) => name.startsWith("attention")) && this.#view.update());
  }

  /** Stop following the room. */
  stop() {
    this.#room.close();
    this.#view.stop();
  }

  #list() {
    const [events, room] = [this.#room.board("attention"), this.#room.board("attention_room")];
    /** @type {Waiting[]} */
    const waiting = [...(events?.events ?? []), ...(room?.events ?? []), ...(room?.room ?? [])];
    const lines = this.#kinds.flatMap((kind) => waiting.filter((one) => one.kind === kind.kind).map((one) => ({ one, kind })));
    if (!lines.length) return html`<p class="attention-none muted">${this.#words.say("hub.nothing_waits")}</p>`;
    return html`<ul class="attention-list">${repeat(lines, ({ one }) => `${one.kind} ${one.tournament ?? ""}`, ({ one, kind }) => this.#line(one, kind))}</ul>`;
  }

  /** @param {Waiting} one  @param {AttentionKind} kind */
  #line(one, kind) {
    const text = (one.count === 1 ? kind.one : kind.many).replace("{count}", number(one.count, this.#words.language));
    const event = one.closed ? this.#words.say("hub.closed_event", { event: one.event ?? "" }) : one.event;
    return html`<li data-kind=${one.kind}><a href=${kind.address.replace("{event}", String(one.tournament ?? ""))}><strong>${text}</strong>${event ? html`<span class="muted">${event}</span>` : nothing}</a></li>`;
  }
}
