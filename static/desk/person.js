/** The person column: details, state in the event, and available commands. */

import { el } from "../shared/ui/dom.js";
import { keyed } from "./keys.js";
import { sentence } from "./fault.js";
import { loginAddress } from "./fetch.js";
import { ENTRIES, hindrance, missing, offers } from "./state.js";
import { amountText, dayText, entryText, windowText } from "./words.js";
import { toTheSecond } from "../shared/ui/zone.js";

/** Commands in the order of the column, each with its key. */
const VERBS = [
  ["enter", "e"], ["reserve", "r"], ["check_in", "c"], ["wait", "w"], ["call", "l"], ["skip", "j"], ["rebuy", "b"],
  ["confirm_membership", "F4"], ["add_on", "a"], ["surrender", "s"], ["bust", "h"], ["print", "p"], ["print_receipt", "F3"], ["refund", "f"], ["cancel", "x"], ["no_show", "o"],
];

export class PersonView {
  #place = document.getElementById("desk-person");
  #words;
  #may;
  #who;
  #run;

  /**
   * @param {import("../shared/ui/words.js").Words} words
   * @param {{may: string[], who: Record<string, string>}} roles the clerk's permissions, and the roles with the
   *   others
   * @param {(verb: string) => void} run runs a command
   */
  constructor(words, { may, who }, run) {
    this.#words = words;
    this.#may = may;
    this.#who = who;
    this.#run = run;
  }

  /** Show that no person is chosen. */
  clear() {
    this.#place.replaceChildren(el("div.desk-nobody", {},
      el("strong", {}, this.#words.say("desk.nobody")), el("p", {}, this.#words.say("desk.nobody_how"))));
  }

  /** Show that the server does not respond, or that the login has expired. @param {boolean} loggedOut */
  away(loggedOut = false) {
    const words = this.#words;
    this.#place.replaceChildren(loggedOut
      ? el("p.notice.is-bad", { role: "alert" }, el("span", {}, words.say("desk.logged_out")), " ", el("a.btn", { href: loginAddress() }, words.say("page.log_in")))
      : el("p.notice.is-warn", { role: "alert" }, words.say("desk.person_away")));
  }

  /**
   * @param {object} person from the server  @param {object|undefined} board `registration`
   * @param {{chosen: boolean, idSeen: boolean, started: boolean, position: number|null, levels: object[]}} how
   *   `chosen` shows the commands as well
   */
  show(person, board, { chosen, idSeen, started, position, levels }) {
    const { event } = person;
    this.#place.replaceChildren(
      this.#head(person), ...this.#warnings(person), ...this.#hindrances(person, idSeen), this.#facts(person), ...this.#here(person, position),
      ...(chosen
        ? [this.#verbs(offers(person, board, this.#may, started), idSeen, started, event), ...this.#missing(missing(person, board, this.#may), board, levels)]
        : [el("p.hint", {}, this.#words.say("desk.enter_chooses"))]),
    );
  }

  /** Show why they cannot enter, or what they must bring, before anything is typed. */
  #hindrances(person, idSeen) {
    const event = person.event;
    const why = hindrance(event);
    // A ban is shown already, with its reason.
    if (why && why.code !== "banned") {
      const look = { already_in: "info", registration_closed: "warn" }[why.code] ?? "bad";
      const text = why.code === "already_in" ? this.#alreadyIn(event) : why.message;
      return [el(`p.notice.is-${look}`, { "data-code": why.code, role: look === "bad" ? "alert" : "status" }, ...sentence(text, why.rule))];
    }
    const needs = why ? {} : event?.needs ?? {};
    const notices = [];
    if (needs.id && !idSeen) notices.push(el("p.notice.is-warn", { "data-code": "age_unknown", role: "status" }, ...sentence(needs.id.message, needs.id.rule)));
    if (needs.membership) {
      const text = `${needs.membership.message} ${this.#words.say("desk.membership_with_entry")}`;
      notices.push(el("p.notice.is-info", { "data-code": needs.membership.code, role: "status" }, ...sentence(text, needs.membership.rule)));
    }
    return notices;
  }

  /** Show that they are registered, when and by whom: a second clerk may have been quicker. */
  #alreadyIn(event) {
    const sale = event.receipts.find(({ items }) => items.some(({ kind, taken_back: gone }) => !gone && ENTRIES.has(kind)));
    if (!sale) return this.#words.say("desk.likely_in");
    return this.#words.say("desk.in_by", { time: toTheSecond(sale.at, this.#words.language).slice(0, 5), who: sale.clerk, number: sale.number });
  }

  /** Show unavailable commands with the reason, in place of their buttons. */
  #missing(found, board, levels) {
    const words = this.#words;
    if (!found.length) return [];
    return [el("ul.desk-missing", {}, ...found.map(({ verb, code, message, rule }) => {
      const what = words.say(`desk.do_${verb}`);
      if (code === "role") return el("li", { "data-missing": verb }, words.say("desk.by_whom", { what, who: this.#who[verb === "confirm_membership" ? "confirm_memberships" : verb] }));
      const extra = code === "not_yet" || code === "no_longer" ? board.extras.find((one) => one.kind === verb) : null;
      const text = [message, extra && windowText(extra, levels, words)].filter(Boolean).join(" ");
      return el("li", { "data-missing": verb }, ...sentence(words.say("desk.why_not", { what, why: text }), rule));
    }))];
  }

  #head(person) {
    const words = this.#words;
    const links = [];
    if (this.#may.includes("edit_players")) {
      links.push(el("a.small", { href: `/staff/room/players/${person.player}/`, target: "_blank" }, words.say("desk.correct")));
    }
    return el("header.desk-name", {},
      ...(person.photo ? [el("img.desk-photo", { src: `/staff/players/photo/${person.photo}`, alt: "" })] : []),
      el("h2.desk-clamp", { title: person.name }, person.name),
      ...(person.nickname ? [el("span.muted.desk-cut", { title: person.nickname }, `“${person.nickname}”`)] : []), ...links);
  }

  #warnings(person) {
    const words = this.#words;
    const notices = person.bans.map((ban) => el("p.notice.is-bad", { role: "alert" },
      el("strong", {}, ban.until ? words.say("desk.banned_until", { day: dayText(ban.until, words.language) }) : words.say("desk.banned")),
      el("span", {}, ban.reason), ...(ban.rule ? [el("cite.cite", {}, ban.rule)] : [])));
    if (person.notes) notices.push(el("p.notice.is-warn.desk-notes", {}, person.notes));
    if (person.needs_access || person.needs) {
      const needs = [person.needs_access && words.say("desk.needs_access"), person.needs].filter(Boolean).join(" · ");
      notices.push(el("p.notice.is-info", {}, needs));
    }
    for (const other of person.event?.elsewhere ?? []) {
      const place = other.table === null ? words.say("desk.no_seat_yet") : words.say("desk.at_seat", { table: other.table, seat: other.seat });
      notices.push(el("p.notice.is-warn", { "data-code": "plays_elsewhere", role: "status" }, words.say("desk.plays_elsewhere", { event: other.name, place })));
    }
    return notices;
  }

  #facts(person) {
    const words = this.#words;
    const member = person.membership;
    const rows = [
      ["desk.birth_date", person.born ? words.say("desk.born_age", { day: dayText(person.born, words.language), age: person.age }) : words.say("desk.unknown")],
      ["desk.card", person.card || "–"],
      ["desk.membership", member
        ? words.say("desk.member_until", { kind: words.say(`desk.member_${member.kind}`), day: dayText(member.until, words.language) })
          + (member.confirmed ? "" : ` · ${words.say("desk.member_unconfirmed")}`)
        : words.say("desk.guest")],
    ];
    for (const contact of person.contacts) rows.push([`desk.${contact.kind}`, contact.value || words.say("desk.on_file")]);
    if (person.languages.length) rows.push(["desk.languages", person.languages.join(", ")]);
    return el("dl.desk-facts", {}, ...rows.map(([key, text]) => el("div", {}, el("dt", {}, words.say(key)), el("dd.figures", {}, text))));
  }

  #here(person, position) {
    const words = this.#words;
    const event = person.event;
    if (!event) return [];
    const rows = event.entries.map((entry) => el("li", { "data-in": String(entry.in) }, el("span", {}, entryText(entry, words))));
    if (event.buys_back?.until) rows.push(el("li", { "data-in": "true" }, words.say("desk.seat_held", {
      table: event.buys_back.table, seat: event.buys_back.seat, time: toTheSecond(event.buys_back.until, words.language) })));
    if (event.booking) rows.push(el("li", { "data-in": "true" }, el("strong", {}, this.#booking(event.booking, position))));
    for (const receipt of event.receipts) {
      const open = receipt.items.filter((item) => !item.taken_back);
      const sum = open.reduce((total, item) => total + item.amount, 0);
      const text = open.length ? amountText(sum, event, words) : words.say("desk.taken_back");
      rows.push(el("li.muted.figures", {}, words.say("desk.receipt_line", { number: receipt.number, amount: text, time: toTheSecond(receipt.at, words.language) })));
    }
    for (const ticket of event.tickets) rows.push(el("li", {}, words.say("desk.has_ticket", { number: ticket.number })));
    return rows.length ? [el("ul.desk-here", {}, ...rows)] : [];
  }

  #booking(booking, position) {
    const words = this.#words;
    const text = booking.state === "waiting" && position !== null
      ? words.say("desk.waits_at", { position }) : words.say(`desk.state_${booking.here ? "checked_in" : booking.state}`);
    const parts = [text];
    if (booking.wants !== "entry") parts.push(words.say(`desk.kind_${booking.wants}`));
    if (booking.id_seen_by) parts.push(words.say("desk.id_seen_by", { who: booking.id_seen_by }));
    if (booking.state === "called" && booking.until !== null) {
      parts.push(words.say("desk.until_time", { time: toTheSecond(booking.until, words.language) }));
    }
    return parts.join(" · ");
  }

  #verbs(offered, idSeen, started, event) {
    const words = this.#words;
    // Before play a refund cancels the entry: it has not been played yet.
    const others = { refund: !started && "desk.do_cancel_entry", enter: event?.entries.length > 0 && "desk.do_re_enter" };
    const label = (verb) => words.say(others[verb] || `desk.do_${verb}`);
    const seen = keyed(words.say("desk.id_seen"), "i", () => this.#run("id_seen"));
    seen.setAttribute("aria-pressed", String(idSeen));
    const buttons = VERBS.filter(([verb]) => offered[verb])
      .map(([verb, key]) => keyed(label(verb), key, () => this.#run(verb), { look: verb === "cancel" || verb === "no_show" ? ".btn-danger" : "" }));
    return el("div.desk-verbs", { role: "group", "aria-label": words.say("desk.verbs") }, seen, ...buttons);
  }
}
