/** The desk: search a person, sell an entry. Keys and buttons do the same. */

import { html, nothing } from "lit-html";
import { readJson, RequestError } from "../shared/feed/request.js";
import { find } from "../shared/ui/dom.js";
import { View } from "../shared/ui/view.js";
import { advice } from "./advice.js";
import { Actions, hasWayOut } from "./actions.js";
import { AutoPrint } from "./auto_print.js";
import { Counter } from "./counter.js";
import { Drawer } from "./drawer.js";
import { faultText } from "./fields.js";
import { Find } from "./find.js";
import { Head } from "./head.js";
import { DeskKeys, keyButton } from "./keys.js";
import { NewPerson } from "./new_person.js";
import { Panels } from "./panels.js";
import { away, noneSelected, personView } from "./person.js";
import { Prints } from "./print.js";
import { RecentActions } from "./recent_actions.js";
import { RefundsByOthers } from "./refunds.js";
import { likely, offers } from "./state.js";
import { Till } from "./till.js";
import { KINDS, Verbs } from "./verbs.js";

/** @import { PlayerAdd } from "../../docs/reference/commands" */
/** @import { Person } from "../../docs/reference/desk" */
/** @import { Services } from "../shared/ui/page.js" */
/** @import { Fault } from "./fields.js" */
/** @import { Pressed } from "./keys.js" */
/** @import { Likely } from "./state.js" */

/**
 * The page with its parts, which know it.
 *
 * A person is previewed while the clerk searches, and `chosen` by Enter: only then they have commands.
 */
export class Desk {
  /** The person shown, from the server. @type {Person|null} */
  person = null;
  chosen = false;
  /** Whether their ID was checked. */
  idSeen = false;
  /** Whether the form for a new player is open. */
  adding = false;
  /** Whether that form is for the partner of the sale. */
  #forPartner = false;
  /** Why the person could not be read. @type {RequestError|null} */
  #away = null;
  /** The refusal shown above the person. @type {Fault|null} */
  #fault = null;
  #asked = 0;
  /** The person being loaded. @type {Promise<void>} */
  coming = Promise.resolve();
  #ended = new AbortController();
  /** Ends with the page. */
  signal = this.#ended.signal;
  /** @type {View[]} */ #views = [];

  /** @param {HTMLElement} root  @param {Services} services */
  constructor(root, { config, words, time, feed, toasts, commands }) {
    this.root = root;
    this.config = config;
    this.words = words;
    this.time = time;
    this.feed = feed;
    this.toasts = toasts;
    this.commands = commands;
    this.verbs = new Verbs(this);
    this.find = new Find(this);
    this.till = new Till(this);
    this.panels = new Panels(this);
    this.form = new NewPerson(this);
    this.drawer = new Drawer(this);
    this.prints = new Prints(this);
    this.actions = new Actions(this);
    this.counter = new Counter(this);
    this.keys = new DeskKeys(words, this.counter.named(), {
      steer: (key) => this.counter.steer(key), signal: this.signal, help: [["0–9", words.say("desk.key_digits")], ["A–Z", words.say("desk.key_letters")]],
    });
    this.recent = new RecentActions(this);
    this.autoPrint = new AutoPrint(this);
    this.refunds = new RefundsByOthers(this);
    this.head = new Head(this);
    /** @param {string} place  @param {() => unknown} template */
    const view = (place, template) => new View(find(root, place), () => html`${template()}`);
    this.#views = [
      view("#desk-links", () => this.head.links()),
      view("#desk-people-keys", () => [keyButton(words.say("desk.new_key"), "n", () => this.unknown(this.find.text)), keyButton(words.say("desk.queue_key"), "q", () => this.leave())]),
      view("#desk-fault", () => faultText(this.#fault)),
      view("#desk-person", () => this.#personTemplate()),
      view("#desk-till", () => this.till.template()),
    ];
    root.addEventListener("focusin", () => this.counter.mark(), { signal: this.signal });
    this.draw();
    if (config.tournament !== null) this.head.pick(config.tournament);
    else this.find.search();
    if (config.player !== null) this.choose(config.player);
    this.find.focus();
    this.keys.early(/** @type {{takeEarlyKeys?: () => Pressed[]}} */ (globalThis).takeEarlyKeys?.() ?? []);
  }

  stop() {
    this.#ended.abort();
  }

  /** Render the columns again. */
  draw = () => {
    for (const view of this.#views) view.updateNow();
    this.recent.draw();
  };

  /** Whether this login has a permission. @param {string} permission */
  may = (permission) => this.config.may.includes(permission);

  /** The server's time (ms), or this machine's before it is known. */
  now() {
    return this.time.at() ?? Date.now();
  }

  /** Link to the login page, which returns to this page. */
  loginLink(look = "") {
    return html`<a class=${look || nothing} href="/login/?next=${encodeURIComponent(location.pathname)}">${this.words.say("page.log_in")}</a>`;
  }

  /** Show a refusal above the person. @param {string} text  @param {string} rule */
  tell(text, rule = "") {
    this.#fault = { text, rule };
    this.draw();
    find(this.root, "#desk-fault").scrollIntoView({ block: "nearest" });
  }

  // --- person
  // ------------------------------------------------------------------------------------------------------------------
  /**
   * Show a person.
   *
   * The latest request wins, and callers of an older one wait for it: commands are never offered for an
   * outdated state of the person.
   * @param {number} player  @returns {Promise<void>}
   */
  loadPerson(player) {
    this.#asked += 1;
    const number = this.#asked;
    /** @type {Promise<Person|RequestError>} */
    const read = readJson(`/staff/desk/person/${player}/`, { query: { t: this.head.event } }).catch((error) => error);
    /** @type {Promise<void>} */
    const mine = read.then((found) => {
      if (number !== this.#asked) return this.coming === mine ? undefined : this.coming;
      this.#away = found instanceof RequestError ? found : null;
      if (!(found instanceof RequestError)) {
        this.person = found;
        this.idSeen ||= Boolean(found.event?.booking?.id_seen_by);
        this.#renewSale(found);
      }
      return this.draw();
    });
    this.coming = mine;
    return mine;
  }

  /** Choose a person: show the commands, and let Enter run the default one. @param {number} player */
  choose(player) {
    if (this.person?.player !== player) this.person = null;
    this.idSeen &&= this.chosen && this.person !== null;
    this.chosen = true;
    this.adding = this.#forPartner = false;
    this.#forget();
    this.panels.close();
    this.till.clear();
    this.find.focus();
    // A changed board may have offered the sale already, with ticks and amounts by now: a late answer does not begin it again.
    return this.keys.hold(this.loadPerson(player).then(() => (this.till.sale ? undefined : this.offer())));
  }

  /** Choose a person without the search: clear the query, and let Enter apply to them. @param {number} player */
  takeInstead(player) {
    this.find.clear();
    return this.choose(player);
  }

  /** Focus the search field. */
  leave() {
    this.leavePerson();
    this.find.clear();
  }

  /** Finish with a person; text typed meanwhile is the next name. */
  leavePerson() {
    this.#deselect();
    this.panels.close();
    this.till.clear();
    this.find.focus();
  }

  /** The marked row of the search has changed: preview the player. @param {number|null} player */
  moved(player) {
    if (this.chosen || this.adding) return;
    if (player !== null) this.loadPerson(player);
    else if (this.person || this.#away) this.#deselect();
    this.draw();
  }

  /** Offer to add a player with the typed name. @param {string} name */
  unknown(name) {
    this.#deselect();
    this.adding = true;
    this.panels.close();
    this.till.clear();
    this.form.open(name);
  }

  /** What a partner is asked for: the sale, or the place on the waiting list. */
  get team() {
    return this.till.sale ?? this.panels.team;
  }

  /** Add the partner of the sale, or choose one of the records that may match: the sale stays. @param {string} name as typed */
  addPartner(name) {
    this.adding = true;
    this.#forPartner = true;
    this.form.open(name, true);
  }

  /** Another partner is typed: close the form of the one before; the cursor stays. */
  dropPartnerForm() {
    if (this.#forPartner) this.adding = this.#forPartner = false;
  }

  /** Take the player of the form. @param {number} player  @param {string} name */
  takeFromForm(player, name) {
    const { team } = this;
    if (!this.#forPartner || !team) return this.takeInstead(player);
    this.adding = this.#forPartner = false;
    return this.till.partner.choose(team, { player, name });
  }

  /** Close the form without adding. */
  closeForm() {
    if (!this.#forPartner) return this.leave();
    this.adding = this.#forPartner = false;
    this.draw();
    return this.till.partner.focus();
  }

  /** @param {PlayerAdd} fields */
  async addPerson(fields) {
    const opened = this.#asked;
    const { team } = this;
    const answer = await this.verbs.do("add_person", null, fields);
    if (this.#forPartner && this.team === team && answer) {
      if (answer.ok) this.takeFromForm(answer.answer.player, fields.name);
      else if (!hasWayOut(answer)) this.form.refused(answer);
      return;
    }
    // A person chosen meanwhile stays; a new player is found by name.
    if (!answer || !this.adding || this.#asked !== opened) return;
    if (answer.ok) await this.takeInstead(answer.answer.player);
    else if (!hasWayOut(answer)) this.form.refused(answer);
  }

  #deselect() {
    this.#asked += 1;
    this.person = this.#away = null;
    this.chosen = this.adding = this.idSeen = this.#forPartner = false;
    this.#forget();
  }

  /** Clear messages about the previous person. */
  #forget() {
    this.#fault = null;
    for (const kind of Object.values(KINDS)) this.toasts.settle(kind);
  }

  #personTemplate() {
    if (this.adding) return this.form.template();
    if (this.#away) return away(this, [401, 403].includes(this.#away.status));
    return this.person ? personView(this, this.person) : noneSelected(this);
  }

  // --- what is likely
  // ----------------------------------------------------------------------------------------------------------
  /** @returns {Likely} */
  likely() {
    return this.person ? likely(this.person, this.head.registration, this.config.may) : "none";
  }

  /** Show the default command in the till's column. */
  offer() {
    if (!this.person || !this.chosen || this.panels.open) return;
    const what = this.likely();
    if (what === "enter" || what === "rebuy") this.begin(what);
    else this.#advise();
  }

  /** Say why there is no sale, and what comes next. */
  #advise() {
    this.till.clear(() => {
      const what = this.likely();
      // A place has come free: the sale is offered next.
      return this.person && what !== "enter" && what !== "rebuy" ? advice(this, this.person, what) : nothing;
    });
  }

  /** @param {"enter"|"rebuy"|"add_on"} kind */
  begin(kind) {
    const { person } = this;
    const board = this.head.registration;
    if (!person?.event || !board) return;
    const again = kind === "enter" && person.event.entries.length > 0;
    this.#fault = null;
    this.panels.close();
    // If membership is required, a non-member becomes one with the entry.
    const membership = kind === "enter" ? person.event.memberships[0] : null;
    this.till.begin({ kind, what: this.words.say(again ? "desk.do_re_enter" : `desk.do_${kind}`), person, event: person.event, board, membership });
  }

  /** A sale in progress stays; changes by other clerks are shown. @param {Person} person */
  #renewSale(person) {
    const { registration: board, started } = this.head;
    const { sale } = this.till;
    if (!this.chosen || !sale || !board) return;
    if (this.verbs.busy || offers(person, board, this.config.may, started)[sale.kind]) this.till.renew(person, board);
    else this.#advise();
  }

  /** Another event was selected. @param {number} event */
  picked(event) {
    this.find.another();
    history.replaceState(null, "", `/staff/desk/${event}/`);
    if (this.person && this.chosen) this.choose(this.person.player);
    this.draw();
  }

  /** What the desk offers in the selected event may have changed. */
  offersChanged() {
    this.find.again();
    if (this.person && this.chosen && !this.panels.open) this.loadPerson(this.person.player).then(() => !this.till.sale && this.offer());
    if (this.drawer.open) this.refunds.ask();
  }
}

/** @param {HTMLElement} root  @param {Services} services */
export function mountDesk(root, services) {
  const desk = new Desk(root, services);
  return { stop: () => desk.stop() };
}
