/** Self-service commands of players: retried with one id, so that they are applied once. */

/** Pauses between attempts (ms); after the last one the command is given up. */
const PAUSES = [600, 1_500, 3_000, 5_000, 8_000];
const ATTEMPT = 8_000;
const AWAY = new Set([429, 502, 503, 504]);

/**
 * @param {string} address URL
 * @param {string} csrf the page's own token
 * @param {object} args the command's arguments
 * @returns {Promise<object|null>} the server's answer (`ok`, or `code`, `message`), or null
 */
export async function ask(address, csrf, args = {}) {
  const body = JSON.stringify({ ...args, command_id: newId() });
  for (const pause of [...PAUSES, null]) {
    const answer = await attempt(address, csrf, body);
    if (answer || pause === null) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return null;
}

async function attempt(address, csrf, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
      body,
      signal: AbortSignal.timeout(ATTEMPT),
    });
    return AWAY.has(answer.status) ? null : await answer.json();
  } catch {
    return null;
  }
}

/** A version 4 UUID. Pages of the room are seldom a "secure context", where crypto.randomUUID() would be. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
