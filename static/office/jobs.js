/** Background commands, from the board "jobs". */

import { html, render } from "lit-html";

/** @import { JobsBoard } from "../../docs/reference/boards" */
/** @import { Words } from "../shared/ui/words.js" */

/** @typedef {JobsBoard["jobs"][number]} Job */

/** States in the order a job goes through them. */
const ORDER = ["queued", "running", "done", "refused", "failed"];

/** Return whether a job is unfinished. @param {Pick<Job, "state">} job */
export function isOpen({ state }) {
  return state === "queued" || state === "running";
}

/** Describe the progress of a job. @param {Job} job  @param {Words} words */
export function jobSays(job, words) {
  return words.say(`job.${job.state}`, { what: words.say(`job.${job.kind.replace(".", "_")}`), why: job.message });
}

/** Keeps the state of each job. A state never goes back: messages may overtake one another. */
export class Jobs {
  /** @type {Map<number, Job>} */
  #known = new Map();

  /**
   * @param {readonly Job[]} rows of the board
   * @returns {Job[]} jobs with a new state, oldest first; jobs already ended before are left out
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

  /** @param {HTMLElement} place hidden while there is none  @param {Words} words */
  constructor(place, words) {
    this.#place = place;
    this.#words = words;
  }

  /** @param {JobsBoard|undefined} board */
  show(board) {
    this.#jobs.news(board?.jobs ?? []);
    const { open } = this.#jobs;
    render(open.map((job) => html`<p>${this.#words.say("job.by", { who: job.who, says: jobSays(job, this.#words) })}</p>`), this.#place);
    this.#place.hidden = !open.length;
  }
}
