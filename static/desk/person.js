/** The person column: details, state in the event, and available commands. */

import { html, nothing } from "lit-html";
import { number } from "../shared/ui/format.js";
import { toTheSecond } from "../shared/ui/zone.js";
import { sentence } from "./fields.js";
import { keyButton } from "./keys.js";
import { ENTRIES, hindrance, missing, offers, playing, unrefunded, unseenId } from "./state.js";
import { offerVoid } from "./void_sale.js";
import { unbroken } from "./receipt_texts.js";
import { amountText, dayText, entryText, languagesText, seatText, windowText } from "./words.js";
import { quoted } from "../shared/ui/punctuation.js";

/** @import { BookingAtDesk, Person, PersonInEvent, Refusal } from "../../docs/reference/desk" */
/** @import { Desk } from "./desk.js" */
/** @import { Verb } from "./verbs.js" */

/** What a button of a person runs: a command, or a view of theirs. @typedef {Exclude<Verb, "add_person"|"enter_events">|"id_seen"|"print"|"print_receipt"} PersonVerb */

/** Commands in the order of the column, each with its key. @type {[PersonVerb, string][]} */
const VERBS = [
  ["enter", "e"], ["reserve", "r"], ["check_in", "c"], ["wait", "w"], ["call", "l"], ["skip", "j"], ["rebuy", "b"],
  ["confirm_membership", "F4"], ["add_on", "a"], ["surrender", "s"], ["bust", "h"], ["print", "p"], ["print_receipt", "F3"], ["refund", "f"], ["cancel", "x"], ["no_show", "o"],
];
/** How strongly a refusal of an entry is shown. @type {Record<string, string>} */
const LOOKS = { already_in: "info", registration_closed: "warn" };

/** Render the part before a player is chosen. @param {Desk} desk */
export const noneSelected = ({ words }) => html`<div class="desk-none-selected"><strong>${words.say("desk.none_selected")}</strong><p>${words.say("desk.none_selected_how")}</p></div>`;

/** The server does not respond, or the login has expired. @param {Desk} desk  @param {boolean} loggedOut */
export const away = (desk, loggedOut) => loggedOut
  ? html`<p class="notice is-bad" role="alert"><span>${desk.words.say("desk.logged_out")}</span> ${desk.loginLink("btn")}</p>`
  : html`<p class="notice is-warn" role="alert">${desk.words.say("desk.person_away")}</p>`;

/** A person; once chosen, with their commands. @param {Desk} desk  @param {Person} person */
export function personView(desk, person) {
  const { words } = desk;
  return html`
    <header class="desk-name">
      ${person.photo ? html`<img class="desk-photo" src="/staff/players/photo/${person.photo}" alt="">` : nothing}
      <h2 class="desk-clamp" title=${person.name}>${person.name}</h2>
      ${person.nickname ? html`<span class="muted desk-cut" title=${person.nickname}>${quoted(person.nickname, words.language)}</span>` : nothing}
      ${desk.may("edit_players") ? html`<a class="small" href="/staff/room/players/${person.player}/" target="_blank">${words.say("desk.correct")}</a>` : nothing}
    </header>
    ${warnings(desk, person)}${hindrances(desk, person.event)}${facts(desk, person)}${person.event ? here(desk, person.event) : nothing}
    ${desk.chosen ? html`${verbs(desk, person)}${unavailable(desk, person)}` : html`<p class="hint">${words.say("desk.enter_chooses")}</p>`}`;
}

/** @param {string} look  @param {unknown} text  @param {{code?: string, role?: string, more?: string}} options */
const notice = (look, text, { code, role, more = "" } = {}) => html`<p class=${`notice is-${look}${more}`} data-code=${code ?? nothing} role=${role ?? nothing}>${text}</p>`;

/** @param {Desk} desk  @param {Person} person */
function warnings({ words }, person) {
  const needs = [person.needs_access && words.say("desk.needs_access"), person.needs].filter(Boolean).join(" · ");
  return [
    ...person.bans.map((ban) => notice("bad", html`<strong>${ban.until ? words.say("desk.banned_until", { day: dayText(ban.until, words.language) }) : words.say("desk.banned")}</strong>
      ${sentence(ban.reason, ban.rule)}`, { role: "alert" })),
    person.notes ? notice("warn", person.notes, { more: " desk-notes" }) : nothing,
    needs ? notice("info", needs) : nothing,
    ...(person.event?.elsewhere ?? []).map((other) => other.bagged !== null ? notice("info", words.say("desk.bagged_elsewhere", { event: other.name, chips: number(other.bagged, words.language) }), { code: "bagged_elsewhere", role: "status" }) : notice("warn", words.say("desk.plays_elsewhere", { event: other.name, place: seatText(other, words) }), { code: "plays_elsewhere", role: "status" })),
  ];
}

/** Why they cannot enter, or what they must bring, before anything is typed. @param {Desk} desk  @param {PersonInEvent|null} event */
function hindrances({ chosen, idSeen, words }, event) {
  const why = hindrance(event);
  if (!event) return nothing;
  // A ban is shown already, with its reason.
  if (why && why.code !== "banned") {
    const look = LOOKS[why.code] ?? "bad";
    const text = why.code === "already_in" ? alreadyIn(event, words) : why.message;
    return notice(look, sentence(text, why.rule), { code: why.code, role: look === "bad" ? "alert" : "status" });
  }
  const id = unseenId(event, idSeen);
  const membership = why ? null : event.needs.membership;
  return [
    id ? notice("warn", sentence(chosen ? words.say("desk.id_then", { why: id.message }) : id.message, id.rule), { code: "age_unknown", role: "status" }) : nothing,
    membership ? notice("info", sentence(`${membership.message} ${words.say("desk.membership_with_entry")}`, membership.rule), { code: membership.code, role: "status" }) : nothing,
  ];
}

/** They are registered, when and by whom: a second clerk may have been quicker. @param {PersonInEvent} event  @param {Desk["words"]} words */
function alreadyIn(event, words) {
  const sale = event.receipts.find((one) => unrefunded(one).some(({ kind }) => ENTRIES.has(kind)));
  if (!sale) return words.say("desk.likely_in");
  return words.say("desk.in_by", { time: toTheSecond(sale.at ?? 0, words.language).slice(0, 5), who: sale.clerk, number: sale.number });
}

/** @param {Desk} desk  @param {Person} person */
function facts({ words }, person) {
  const member = person.membership;
  const rows = [
    ["desk.birth_date", person.born ? words.say("desk.born_age", { day: dayText(person.born, words.language), age: person.age }) : words.say("desk.unknown")],
    ["desk.card", person.card || "–"],
    ["desk.membership", member
      ? words.say("desk.member_until", { kind: words.say(`desk.member_${member.kind}`), day: dayText(member.until, words.language) })
        + (member.confirmed ? "" : ` · ${words.say("desk.member_unconfirmed")}`)
      : words.say("desk.guest")],
    ...person.contacts.map(({ kind, value }) => [`desk.${kind}`, value || words.say("desk.on_file")]),
    ...(person.languages.length ? [["desk.languages", languagesText(person.languages, words)]] : []),
  ];
  return html`<dl class="desk-facts">${rows.map(([key, text]) => html`<div><dt>${words.say(key)}</dt><dd class="figures">${text}</dd></div>`)}</dl>`;
}

/** @param {Desk} desk  @param {PersonInEvent} event */
function here(desk, event) {
  const { words } = desk;
  const held = event.buys_back;
  /** @param {unknown} text  @param {boolean} inside */
  const row = (text, inside = true) => html`<li data-in=${String(inside)}>${text}</li>`;
  const rows = [
    ...(event.team_with ? [row(teamText(desk, event))] : partnerMissing(desk, event)),
    ...event.entries.map((entry) => row(entryText(entry, words), entry.in)),
    ...(held?.until ? [row(words.say("desk.seat_held", { table: held.table, seat: held.seat, time: toTheSecond(held.until, words.language) }))] : []),
    ...(event.booking ? [row(html`<strong>${bookingText(desk, event.booking)}</strong>`)] : []),
    ...event.receipts.map((receipt) => {
      const sum = unrefunded(receipt).reduce((total, item) => total + item.amount, 0);
      const amount = unrefunded(receipt).length ? amountText(sum, event, words) : words.say("desk.refunded");
      return html`<li class="muted figures">${unbroken(words.say("desk.receipt_line", { number: receipt.number, amount, time: toTheSecond(receipt.at ?? 0, words.language) }))}</li>`;
    }),
    ...event.tickets.map((ticket) => html`<li>${words.say("desk.has_ticket", { number: ticket.number })}</li>`),
  ];
  return rows.length ? html`<ul class="desk-here">${rows}</ul>` : nothing;
}

/** That the second player of a team can still be named, and where. @param {Desk} desk  @param {PersonInEvent} event */
function partnerMissing({ head: { registration }, may, words }, event) {
  const own = playing(event);
  if (!registration?.partner_until || registration.closed_at !== null || !own) return [];
  // In a tab of its own: the desk stays open for the next player.
  const add = may("register_players") ? html` <a class="btn" id="desk-add-partner" href="/staff/t/${event.tournament}/entries/?entry=${own.entry}#name-partner" target="_blank">${words.say("desk.add_partner")}</a>` : nothing;
  return [html`<li data-in="true"><strong>${words.say("desk.partner_missing")}</strong>${add}</li>`];
}

/**
 * The team of a player. Entries of a team are sold to the player who registered it: the other one leads there.
 * @param {Desk} desk  @param {PersonInEvent} event
 */
function teamText(desk, { team_with: name, team_of: registered }) {
  const { words } = desk;
  const text = html`<strong>${words.say("desk.team_with", { name })}</strong>`;
  if (registered === null) return text;
  return html`${text} <span>${words.say("desk.team_registered_by", { name })}</span>
    <button class="btn" type="button" id="desk-team-of" @click=${() => desk.choose(registered)}>${words.say("desk.select_player", { name })}</button>`;
}

/** @param {Desk} desk  @param {BookingAtDesk} booking */
function bookingText({ head, words }, booking) {
  // Their position on the waiting list, as published.
  const position = head.live?.board("waiting_list")?.waiting.find((one) => one.booking === booking.booking)?.position;
  return [
    booking.state === "waiting" && position ? words.say("desk.waits_at", { position }) : words.say(`desk.state_${booking.here ? "checked_in" : booking.state}`),
    booking.with_partner && words.say("desk.with_partner", { name: booking.with_partner }),
    booking.wants !== "entry" && words.say(`desk.kind_${booking.wants}`),
    booking.id_seen_by && words.say("desk.id_seen_by", { who: booking.id_seen_by }),
    booking.state === "called" && booking.until !== null && words.say("desk.until_time", { time: toTheSecond(booking.until, words.language) }),
  ].filter(Boolean).join(" · ");
}

/** @param {Desk} desk  @param {Person} person */
function verbs(desk, { event, ...person }) {
  const { head, words } = desk;
  const offered = offers({ event, ...person }, head.registration, desk.config.may, head.started);
  // Before play a refund cancels the entry: it has not been played yet.
  /** @type {Record<string, string|false>} */
  const others = { refund: !head.started && "desk.do_cancel_entry", enter: Boolean(event?.entries.length) && "desk.do_re_enter" };
  return html`<div class="desk-verbs" role="group" aria-label=${words.say("desk.verbs")}>
    ${keyButton(words.say("desk.id_seen"), "i", () => desk.actions.run("id_seen"), { pressed: desk.idSeen, look: unseenId(event, desk.idSeen) ? "btn-primary" : "" })}
    ${VERBS.filter(([verb]) => offered[verb]).map(([verb, key]) => keyButton(words.say(others[verb] || `desk.do_${verb}`), key, () => desk.actions.run(verb),
      { look: verb === "cancel" || verb === "no_show" ? "btn-danger" : "" }))}</div>`;
}

/** Unavailable commands with the reason, in place of their buttons. @param {Desk} desk  @param {Person} person */
function unavailable(desk, person) {
  const found = missing(person, desk.head.registration, desk.config.may);
  return found.length ? html`<ul class="desk-missing">${found.map((one) => html`<li data-missing=${one.verb}>${reason(desk, person, one)}</li>`)}</ul>` : nothing;
}

/** @param {Desk} desk  @param {Person} person  @param {Refusal & {verb: string}} missing */
function reason(desk, person, { verb, code, message, rule }) {
  const { config, head, words } = desk;
  const what = words.say(`desk.do_${verb}`);
  if (code === "role") {
    const who = config.who[verb === "confirm_membership" ? "confirm_memberships" : verb];
    return html`${words.say("desk.by_whom", { what, who })}${verb === "refund" ? offerVoid(desk, person) : nothing}`;
  }
  const extra = code === "not_yet" || code === "no_longer" ? head.registration?.extras.find((one) => one.kind === verb) : null;
  const why = [message, extra && windowText(extra, head.levels, words)].filter(Boolean).join(" ");
  return sentence(words.say("desk.why_not", { what, why }), rule);
}
