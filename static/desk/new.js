/** The form for a new player: name, date of birth in eight digits, minimum age, and possible duplicates. */

import { el, setText } from "../shared/ui/dom.js";
import { Fault, faultAt } from "./fault.js";
import { keyed } from "./keys.js";
import { age, birthDate } from "./state.js";
import { ageText, dayText } from "./words.js";

/** Delay after the last letter before duplicates are queried (ms). */
const PAUSE = 80;
const WITHIN = 4_000;
const MOST = 3;
/** Enter within this time after a notice appeared applies to the state before it (ms). */
const BURST = 300;

export class NewPerson {
  #place = document.getElementById("desk-person");
  #words;
  #now;
  #add;
  #take;
  #back;
  #parts = {};
  #timer = null;
  #asked = 0;
  /** Possible duplicates: their records, or null without a response. */
  #liked = Promise.resolve([]);
  #adding = false;
  /** When duplicates or the missing date of birth were shown (ms); Infinity: not shown. */
  #likesAt = Infinity;
  #bareAt = Infinity;
  /** The records shown when adding was stopped. */
  #stopped = "";
  /** The date of birth below the minimum age for which adding was stopped. */
  #young = null;

  /**
   * @param {import("../shared/ui/words.js").Words} words
   * @param {{now: () => number, add: (columns: object) => void, take: (player: number) => void, back: () => void}} ways
   *   `add` adds the person, `take` chooses an existing record, `back` leaves the form
   */
  constructor(words, { now, add, take, back }) {
    this.#words = words;
    this.#now = now;
    this.#add = add;
    this.#take = take;
    this.#back = back;
  }

  /** Open the form. @param {string} name as typed */
  open(name) {
    const words = this.#words;
    const input = (id, value, attributes = {}) => {
      const field = el("input", { id: `desk-new-${id}`, name: id, autocomplete: "off", "data-enter": "add", ...attributes });
      field.value = value;
      field.addEventListener("input", () => this.#changed());
      this.#parts[id] = field;
      return field;
    };
    const field = (id, key, value, attributes) => el("div.field", {}, el("label", { for: `desk-new-${id}` }, words.say(key)), input(id, value, attributes));
    this.#parts.day = el("p.hint", { role: "status" });
    this.#parts.age = el("p.notice.is-warn", { role: "status", hidden: "" });
    this.#parts.likes = el("div.desk-likes", { role: "status" });
    this.#likesAt = Infinity;
    this.#stopped = "";
    this.#young = null;
    this.#parts.fault = new Fault();
    const add = keyed(words.say("desk.add_person"), "Enter", () => this.add(), { look: ".btn-primary.btn-block" });
    const back = keyed(words.say("desk.back"), "Escape", () => this.#back());
    this.#place.replaceChildren(
      el("header.desk-name", {}, el("h2", {}, words.say("desk.new_title"))),
      field("name", "desk.name", written(name), { maxlength: "120" }),
      field("born", "desk.birth_digits", "", { inputmode: "numeric", maxlength: "10", "aria-describedby": "desk-new-day" }),
      this.#parts.day, this.#parts.age, this.#parts.likes,
      el("div.fields", {}, field("card", "desk.card", "", { maxlength: "40" }), field("nickname", "desk.nickname", "", { maxlength: "60" })),
      el("details", {}, el("summary", {}, words.say("desk.email_and_phone")),
        field("email", "desk.email", "", { type: "email", maxlength: "254" }), field("phone", "desk.phone", "", { type: "tel", maxlength: "40", placeholder: "+49 170 1234567" }),
        el("div.field", {}, el("label.switch", {}, input("contact_consent", "on", { type: "checkbox" }), " ", words.say("desk.contact_consent")))),
      this.#parts.fault.root, add, back,
    );
    this.#parts.day.id = "desk-new-day";
    (name ? this.#parts.born : this.#parts.name).focus();
    this.#changed();
  }

  /**
   * Handle Enter in the form: add, unless something is missing.
   *
   * Possible duplicates and warnings about the date of birth must have been shown before.
   * @param {number} at when it was pressed (ms, as `performance.now()`)
   */
  async add(at = performance.now()) {
    if (this.#adding) return;
    this.#adding = true;
    try {
      await this.#checked(at);
    } finally {
      this.#adding = false;
    }
  }

  async #checked(at) {
    const { name, born, card, nickname, email, phone, contact_consent: consent } = this.#parts;
    const day = this.#born();
    const words = this.#words;
    if (!name.value.trim()) return faultAt(name, words.say("desk.name_missing"));
    if (born.value.trim() && day === null) {
      // Shown once, at the field. The expected format stays.
      setText(this.#parts.day, words.say("desk.birth_how"));
      return faultAt(born, words.say("desk.no_day"));
    }
    const { fault, likes } = this.#parts;
    const found = await this.#known();
    // The form was closed or reopened meanwhile, or is still being filled in.
    if (fault !== this.#parts.fault || !likes.isConnected || day !== this.#born()) return undefined;
    if (found === null) return fault.tell(words.say("desk.likes_away"));
    // The same birthday with nearly the same name is seldom a second person: stop the first attempt to add.
    const twin = day !== null && found.some((one) => one.birth_date === day) && this.#stopped !== likes.dataset.shown;
    if (twin) this.#stopped = likes.dataset.shown;
    if (twin || (found.length && at < this.#likesAt + BURST)) return fault.tell(words.say("desk.likes_first"));
    if (day === null && at < this.#bareAt + BURST) {
      this.#bareAt = performance.now();
      return faultAt(born, words.say("desk.no_birth", { name: name.value.trim() }));
    }
    if (!this.#parts.age.hidden && this.#young !== day) {
      this.#young = day;
      return faultAt(born, words.say("desk.young_again"));
    }
    return this.#add({
      under_age: day !== null && this.#young === day, name: name.value.trim(), birth_date: day, card: card.value.trim(), nickname: nickname.value.trim(),
      email: email.value.trim(), phone: phone.value.trim(), contact_consent: consent.checked,
    });
  }

  /** Show a refusal at its fields, or at the button. @param {object} answer `code`, `message`, `rule`, `fields` */
  refused({ code, message, rule, fields }) {
    if (code === "under_age") {
      this.#tooYoung(message);
      this.#young = this.#born();
      return faultAt(this.#parts.born, this.#words.say("desk.young_again"));
    }
    const named = Object.entries(fields ?? {}).map(([name, text]) => [this.#parts[name === "birth_date" ? "born" : name], text]);
    const known = named.filter(([input]) => input instanceof HTMLInputElement);
    for (const [input, text] of known.reverse()) {
      // A hidden field cannot take the focus.
      const folded = input.closest("details");
      if (folded) folded.open = true;
      faultAt(input, text);
    }
    if (!known.length) this.#parts.fault.tell(message, rule);
    return undefined;
  }

  /** Show the note that the player is too young. @param {string} text "" to hide it */
  #tooYoung(text) {
    this.#parts.age.hidden = !text;
    setText(this.#parts.age, text);
    this.#parts.age.dataset.born = this.#born() ?? "";
  }

  #born() {
    return birthDate(this.#parts.born.value, this.#now());
  }

  #changed() {
    this.#parts.fault.clear();
    this.#bareAt = Infinity;
    const words = this.#words;
    const typed = this.#parts.born.value.trim();
    const day = this.#born();
    const dayNote = day ? words.say("desk.born_age", { day: dayText(day, words.language), age: age(day, this.#now()) })
      : typed.length >= 8 ? words.say("desk.no_day") : words.say("desk.birth_how");
    setText(this.#parts.day, dayNote);
    if (typed.length >= 8 && !day) this.#parts.born.setAttribute("aria-invalid", "true");
    else if (!document.getElementById("desk-new-born-fault")) this.#parts.born.removeAttribute("aria-invalid");
    // The note belongs to the date that was typed before.
    if (this.#parts.age.dataset.born !== (day ?? "")) this.#tooYoung("");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), PAUSE);
  }

  /** Query possible duplicates now. */
  #look() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#liked = this.#likes();
  }

  /** Return possible duplicates of the current input, or null without a response. */
  async #known() {
    if (this.#timer !== null || (await this.#liked) === null) this.#look();
    // Later input queries again.
    for (let answer = null; answer !== this.#liked; await answer) answer = this.#liked;
    return this.#liked;
  }

  async #likes() {
    const query = new URLSearchParams({ name: this.#parts.name.value.trim(), birth_date: this.#born() ?? "" });
    this.#asked += 1;
    const number = this.#asked;
    let found = [];
    let underAge = "";
    try {
      const answer = await fetch(`/staff/players/like/?${query}`, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
      if (!answer.ok) return null;
      const body = await answer.json();
      found = body.players.slice(0, MOST);
      underAge = body.under_age;
    } catch {
      return null;
    }
    if (number !== this.#asked) return found;
    this.#tooYoung(underAge);
    this.#showLikes(found);
    return found;
  }

  #showLikes(found) {
    const shown = found.map((one) => one.player).join();
    if (!found.length) this.#likesAt = Infinity;
    else if (this.#likesAt === Infinity || shown !== this.#parts.likes.dataset.shown) this.#likesAt = performance.now();
    this.#parts.likes.dataset.shown = shown;
    const words = this.#words;
    const keys = ["a", "b", "c"];
    const rows = found.map((one, i) => {
      const about = [one.birth_date && ageText(one.birth_date, words), one.card].filter(Boolean).join(" · ");
      return keyed(one.name, keys[i], () => this.#take(one.player), { look: ".btn-block", hint: about });
    });
    this.#parts.likes.replaceChildren(...(rows.length ? [el("p", {}, el("strong", {}, words.say("desk.likely"))), ...rows] : []));
  }
}

/** Capitalise a name typed in lower case only: "anna de boer" → "Anna De Boer". */
function written(name) {
  const tidy = name.replace(/\s+/g, " ").trim();
  if (tidy !== tidy.toLowerCase()) return tidy;
  return tidy.replace(/(^|[\s\-’'])(\p{Ll})/gu, (_whole, before, letter) => before + letter.toUpperCase());
}
