/** Self-service commands of players: retried with one id, so that they are applied once. */

import { newId } from "../shared/feed/new_id.js";
import { readJson } from "../shared/feed/request.js";

/** @import { RequestError } from "../shared/feed/request.js" */

/** Pauses between attempts (ms); after the last one the command is given up. */
const PAUSES = [600, 1_500, 3_000, 5_000, 8_000];
const ATTEMPT = 8_000;
/** Statuses of an unavailable server or proxy: retry. 0 is no response. Anything else is an answer. */
const AWAY = new Set([0, 429, 502, 503, 504]);

/**
 * @param {string} address of the command
 * @param {object} args the command's arguments
 * @returns {Promise<{ok: boolean, message?: string, rule?: string}|null>} the server's answer, or null
 */
export async function send(address, args = {}) {
  const body = { ...args, command_id: newId() };
  for (const pause of [...PAUSES, null]) {
    try {
      return await readJson(address, { body, within: ATTEMPT });
    } catch (error) {
      const { status, body: refusal } = /** @type {RequestError} */ (error);
      if (!AWAY.has(status) || pause === null) return AWAY.has(status) ? null : refusal;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return null;
}
