/** Requests of the desk, and the reasons for a missing response: network, or an expired login. */

/** The login has expired: the server redirects to the login page. */
export class LoggedOut extends Error {}

/**
 * Fetch data for the desk.
 * @param {string} address  @param {AbortSignal} signal
 * @throws {LoggedOut} if the login has expired; any other error if there is no response
 */
export async function getJson(address, signal) {
  const answer = await fetch(address, { cache: "no-store", signal });
  if (answer.status === 401 || (answer.redirected && new URL(answer.url).pathname.startsWith("/login"))) throw new LoggedOut();
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** Login page that returns to this page. */
export function loginAddress() {
  return `/login/?next=${encodeURIComponent(location.pathname)}`;
}
