/** Vouchers and tickets at the desk: number format, and look-up. */

const WITHIN = 6_000;
/**
 * Format of desk/rules/vouchers.py: 13 characters, the first of which is the kind. The server checks the last
 * one.
 */
const NUMBER = /^[VT][1-9A-HJKMNP-TV-X]{12}$/;

/**
 * Return the number in typed or scanned text, or null. Scanners may replace the dash by their keyboard
 * layout.
 */
export function paperNumber(text) {
  const number = text.replace(/[\s\-–ß_?']/g, "").toUpperCase();
  return NUMBER.test(number) ? number : null;
}

/**
 * Look up a voucher or ticket and its validity in an event.
 * @returns {Promise<object|null>} `method`, `number`, `value`, `currency`, `good`, and `why` it is not; null
 *   without a response
 */
export async function lookUp(number, event) {
  const query = new URLSearchParams({ number, t: event });
  try {
    const answer = await fetch(`/staff/desk/paper/?${query}`, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
    return answer.ok ? (await answer.json()).paper : null;
  } catch {
    return null;
  }
}
