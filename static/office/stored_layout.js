/** The layout on the server that the editor saves: changed by others, it is not replaced unseen. */

import { readJson } from "../shared/feed/request.js";

/** @import { Services } from "../shared/ui/page.js" */

export class StoredLayout {
  /** Changed or removed by somebody else: what is edited can be saved as a new layout. */
  isElsewhere = false;
  #services;
  #label;
  #version;

  /** @param {Services} services  @param {string} label */
  constructor(services, label) {
    this.#services = services;
    this.#label = label;
    this.#version = services.config.version;
  }

  /** @param {{name: string}} document */
  async save(document) {
    const answer = await this.#send({ document, layout: this.#services.config.layout, based_on: this.#version });
    if (answer?.ok) this.#version = answer.answer.version;
    this.isElsewhere = Boolean(answer && !answer.ok && ["changed", "not_found"].includes(answer.code));
    return answer;
  }

  /** Save a copy; its name has a number unless it was changed. @param {{name: string}} document */
  async saveAsNew(document) {
    const answer = await this.#send({ document });
    if (!answer || answer.ok || answer.code !== "name_taken") return answer;
    return this.#send({ document: { ...document, name: `${document.name.slice(0, 56)} 2` } });
  }

  /** What is stored now, which is edited from here on; null if it cannot be read. */
  async read() {
    const found = await readJson(`/tv/layouts/${this.#services.config.layout}.json`).catch(() => null);
    if (found) this.#version = found.version;
    return found;
  }

  /** @param {Record<string, any>} args */
  #send(args) {
    return this.#services.commands.send("layout.save", { label: this.#label, args: /** @type {any} */ (args) });
  }
}
