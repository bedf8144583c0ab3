/** Tells the server something that nobody waits for. */

/** @param {string} address  @param {object} facts */
export function report(address, facts) {
  fetch(address, {
    method: "POST", body: JSON.stringify(facts), headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout(5_000),
  }).catch(() => {
    // The next report follows within a minute.
  });
}
