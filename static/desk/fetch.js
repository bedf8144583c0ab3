/** What the desk asks the server for, and why there is no answer: nobody answers, or the login has ended. */

/** The login has ended: the server sends to the login page instead of answering. */
export class LoggedOut extends Error {}

/**
 * Fetch what the desk asks for.
 * @param {string} address  @param {AbortSignal} signal
 * @throws {LoggedOut} where the login has ended; any other error where there is no answer
 */
export async function getJson(address, signal) {
  const answer = await fetch(address, { cache: "no-store", signal });
  if (answer.status === 401 || (answer.redirected && new URL(answer.url).pathname.startsWith("/login"))) throw new LoggedOut();
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** The way back in, to this same page. */
export function loginAddress() {
  return `/login/?next=${encodeURIComponent(location.pathname)}`;
}
