/** Vouchers and tickets at the desk: what looks like a number of one, and what the server knows of it. */

const WITHIN = 6_000;
/** As desk/rules/papers.py writes them: 13 signs, the first of which says what the paper is. The server checks the last. */
const NUMBER = /^[VT][1-9A-HJKMNP-TV-X]{12}$/;

/** The number in what was typed or scanned, or null where it is none. A dash may come as a scanner's keyboard writes it. */
export function paperNumber(text) {
  const number = text.replace(/[\s\-–ß_?']/g, "").toUpperCase();
  return NUMBER.test(number) ? number : null;
}

/**
 * A voucher or ticket by its number, as it is good at an event.
 * @returns {Promise<object|null>} `method`, `number`, `value`, `currency`, `good`, and `why` it is not; null where nobody answers
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
