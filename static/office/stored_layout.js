/** The stored layout that the editor saves. Changes that others have made meanwhile are not overwritten without notice. */

import { readJson } from "../shared/feed/request.js";

/** @import { Services } from "../shared/ui/page.js" */

export class StoredLayout {
  /** Whether someone else has changed or removed the layout, so that the edited version can only be saved as a new one. */
  isOutdated = false;
  /** Why it was not saved, for the panel; "" if it was, or if a message with a button says it. */
  refusal = "";
  #services;
  #label;
  #version;

  /** @param {Services} services  @param {string} label */
  constructor(services, label) {
    this.#services = services;
    this.#label = label;
    this.#version = services.config.version;
    // The panel shows the reason: a message besides would cover its buttons.
    services.commands.addEventListener("refused", (event) => {
      const { command, answer } = /** @type {CustomEvent} */ (event).detail;
      if (command.kind !== "layout.save") return;
      event.preventDefault();
      this.refusal = answer.message;
    });
  }

  /** @param {{name: string}} document */
  async save(document) {
    const answer = await this.#send({ document, layout: this.#services.config.layout, based_on: this.#version });
    if (answer?.ok) this.#version = answer.answer.version;
    this.isOutdated = Boolean(answer && !answer.ok && ["changed", "not_found"].includes(answer.code));
    return answer;
  }

  /** Save the edited version as a new layout; a number is added to its name if it is taken. @param {{name: string}} document */
  async saveAsNew(document) {
    const answer = await this.#send({ document });
    if (!answer || answer.ok || answer.code !== "name_taken") return answer;
    return this.#send({ document: { ...document, name: `${document.name.slice(0, 56)} 2` } });
  }

  /** Return the layout as it is stored now, to go on editing it; null if it cannot be read. */
  async read() {
    const found = await readJson(`/tv/layouts/${this.#services.config.layout}.json`).catch(() => null);
    if (found) this.#version = found.version;
    return found;
  }

  /** @param {Record<string, any>} args */
  #send(args) {
    this.refusal = "";
    return this.#services.commands.send("layout.save", { label: this.#label, args: /** @type {any} */ (args) });
  }
}
