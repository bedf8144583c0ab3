/** Background commands, from the board "jobs". */

import { el } from "../shared/ui/dom.js";

/** States in the order a job goes through them. */
const ORDER = ["queued", "running", "done", "refused", "failed"];

/** @param {{state: string}} job returns whether it is unfinished */
export function isOpen({ state }) {
  return state === "queued" || state === "running";
}

/**
 * Describe the progress of a job.
 * @param {object} job a row of the board
 * @param {import("../shared/ui/words.js").Words} words
 */
export function jobSays(job, words) {
  return words.say(`job.${job.state}`, { what: words.say(`job.${job.kind.replace(".", "_")}`), why: job.message });
}

/** Keeps the state of each job. A state never goes back: messages may overtake one another. */
export class Jobs {
  #known = new Map();

  /**
   * @param {object[]} rows of the board
   * @returns {object[]} jobs with a new state, oldest first; jobs already ended before are left out
   */
  news(rows) {
    const found = rows.filter((job) => {
      const before = this.#known.get(job.job);
      if (before === undefined ? !isOpen(job) : ORDER.indexOf(job.state) <= ORDER.indexOf(before.state)) return false;
      this.#known.set(job.job, job);
      return true;
    });
    return found.toReversed();
  }

  /** Unfinished jobs, oldest first. */
  get open() {
    return [...this.#known.values()].filter(isOpen).sort((one, other) => one.job - other.job);
  }
}

/** The unfinished jobs of an event: a row for each, with the requesting user. */
export class JobList {
  #place;
  #words;
  #jobs = new Jobs();

  /** @param {HTMLElement} place hidden while there is none  @param {import("../shared/ui/words.js").Words} words */
  constructor(place, words) {
    this.#place = place;
    this.#words = words;
  }

  /** @param {{jobs: object[]}|undefined} board */
  show(board) {
    if (!this.#jobs.news(board?.jobs ?? []).length) return;
    const { open } = this.#jobs;
    this.#place.replaceChildren(...open.map((job) => el("p", {}, this.#words.say("job.by", { who: job.who, says: jobSays(job, this.#words) }))));
    this.#place.hidden = !open.length;
  }
}
