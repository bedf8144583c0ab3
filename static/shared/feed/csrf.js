/** The token that proves to the server that a request comes from its own page. */

/** Read again each time: a login in another tab changes it. */
export function csrfToken() {
  return /(?:^|; )room_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}
