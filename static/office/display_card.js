/** One paired display as a card: what it shows and how; each change is one press. */

import { el, flag, setText } from "../shared/ui/dom.js";

/** Time to confirm "unpair" with a second press (ms): it is the only command here that cannot be undone. */
const SURE_WITHIN = 5_000;
/** Layouts of an event. */
const LAYOUTS = [
  "clock", "structure", "seats", "waiting", "moves", "eliminations", "free", "map", "prizes", "payouts", "results", "bounty_leaderboard",
];

export class ScreenCard {
  #words;
  #press;
  #parts = {};
  #board = null;
  #sure = null;

  /**
   * @param {number} id
   * @param {{words: import("../shared/ui/words.js").Words, languages: Array<[string, string]>,
   *          press: (kind: string, label: string, args: object) => Promise<object|null>}} options
   */
  constructor(id, { words, languages, press }) {
    this.id = id;
    this.#words = words;
    this.#press = (kind, label, args) => press(kind, label, { screen: id, ...args });
    this.root = this.#build(languages);
  }

  /** Show a board, and the events to choose from as `[[id, name], …]`. */
  show(board, events) {
    this.#board = board;
    const parts = this.#parts;
    setText(parts.name, board.name);
    flag(this.root, "blank", board.blank);
    parts.dark.hidden = !board.blank;
    this.#events(events, board.tournament);
    for (const layout of LAYOUTS) parts[layout].setAttribute("aria-pressed", String(board.layout === layout));
    setText(parts.blank, this.#words.say(board.blank ? "displays.bright" : "displays.blank"));
    this.#settle(parts.message, board.message);
    parts.takeAway.hidden = !board.message;
    this.#settle(parts.newName, board.name);
    this.#settle(parts.language, board.own_language);
    parts.sound.checked = board.sound;
    parts.speech.checked = board.speech;
    this.#settle(parts.volume, String(board.volume));
    setText(parts.volumeNow, `${board.volume} %`);
  }

  /** Keep a field that is being edited. */
  #settle(input, value) {
    if (document.activeElement !== input) input.value = value;
  }

  #events(events, chosen) {
    const select = this.#parts.tournament;
    const key = JSON.stringify(events);
    if (select.dataset.key !== key) {
      select.replaceChildren(new Option(this.#words.say("displays.no_event"), ""), ...events.map(([id, name]) => new Option(name, String(id))));
      select.dataset.key = key;
    }
    // A closed event is not in the list any more, but still on the screen.
    const value = chosen === null ? "" : String(chosen);
    if (![...select.options].some((option) => option.value === value)) select.append(new Option(this.#words.say("page.closed"), value));
    this.#settle(select, value);
  }

  #build(languages) {
    const say = (key) => this.#words.say(key);
    const parts = this.#parts;
    const id = (name) => `${name}-${this.id}`;
    const field = (name, label, input) => el("div.field", {}, el("label", { for: id(name) }, label), (parts[name] = (input.id = id(name), input)));
    const button = (name, label, run) => {
      parts[name] = el("button.btn", { type: "button" }, label);
      parts[name].addEventListener("click", run);
      return parts[name];
    };
    const form = (run, ...children) => {
      const made = el("form.cluster.one-line", {}, ...children);
      made.addEventListener("submit", (event) => (event.preventDefault(), run()));
      return made;
    };
    const check = (name, label) => {
      parts[name] = el("input", { type: "checkbox" });
      parts[name].addEventListener("change", () => this.#set({ [name]: parts[name].checked }, label));
      return el("label.switch", {}, parts[name], label);
    };

    const tournament = el("select");
    tournament.addEventListener("change", () => this.#shows({ tournament: tournament.value === "" ? null : Number(tournament.value) }, say("displays.event")));
    const language = el("select");
    language.append(new Option(say("displays.room_language"), ""), ...languages.map(([code, name]) => new Option(name, code)));
    language.addEventListener("change", () => this.#set({ language: language.value }, say("displays.language")));
    const volume = el("input", { type: "range", min: "0", max: "100", step: "5" });
    volume.addEventListener("input", () => setText(parts.volumeNow, `${volume.value} %`));
    volume.addEventListener("change", () => this.#set({ volume: Number(volume.value) }, say("displays.volume")));
    const message = el("input", { maxlength: "200", autocomplete: "off" });
    const newName = el("input", { maxlength: "60", autocomplete: "off" });
    const submit = (label) => el("button.btn", { type: "submit" }, label);
    parts.volumeNow = el("output.figures", {});

    const messageForm = form(() => this.#press("display.say", say("displays.message"), { text: message.value }),
      field("message", say("displays.message"), message), submit(say("displays.send")),
      button("takeAway", say("displays.take_away"), () => this.#press("display.say", say("displays.take_away"), { text: "" })));
    const nameForm = form(() => this.#set({ name: newName.value }, say("displays.rename")),
      field("newName", say("displays.name"), newName), submit(say("displays.rename")));
    const volumeField = field("volume", say("displays.volume"), volume);
    volumeField.firstChild.append(" ", parts.volumeNow);

    return el("article.card.screen", { id: `screen-${this.id}`, "data-screen": String(this.id) },
      el("div.card-header", {}, (parts.name = el("h3")), (parts.dark = el("span.badge.is-over", {}, say("displays.dark")))),
      el("div.card-body", {},
        field("tournament", say("displays.event"), tournament),
        el("div.spread", {},
          el("div.btn-group", { role: "group", "aria-label": say("displays.layout") },
            ...LAYOUTS.map((layout) => button(layout, say(`displays.layout_${layout}`), () => this.#shows({ layout }, say(`displays.layout_${layout}`))))),
          button("blank", say("displays.blank"), () => this.#press("display.blank", parts.blank.textContent, { blank: !this.#board.blank }))),
        messageForm,
        el("details.fold", {}, el("summary", {}, say("displays.more")),
          el("div.stack", {}, nameForm, field("language", say("displays.language"), language),
            check("sound", say("displays.sound")), el("p.hint", {}, say("displays.sound_hint")), volumeField,
            check("speech", say("displays.speech")), button("unpair", say("displays.unpair"), () => this.#unpair())))));
  }

  #shows(change, label) {
    const { tournament, layout } = { ...this.#board, ...change };
    return this.#press("display.show", label, { tournament, layout });
  }

  async #set(change, label) {
    const { name, own_language: language, sound, volume, speech } = this.#board;
    const answer = await this.#press("display.settings", label, { name, language, sound, volume, speech, ...change });
    // A refused change is reset.
    if (!answer?.ok) {
      this.#parts.sound.checked = this.#board.sound;
      this.#parts.speech.checked = this.#board.speech;
    }
  }

  #unpair() {
    const { unpair } = this.#parts;
    const calm = () => {
      clearTimeout(this.#sure);
      this.#sure = null;
      unpair.classList.remove("btn-danger");
      setText(unpair, this.#words.say("displays.unpair"));
    };
    if (this.#sure !== null) {
      calm();
      this.#press("display.retire", this.#words.say("displays.unpair"), {});
      return;
    }
    unpair.classList.add("btn-danger");
    setText(unpair, this.#words.say("displays.unpair_sure"));
    this.#sure = setTimeout(calm, SURE_WITHIN);
  }
}
