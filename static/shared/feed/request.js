/** Reads over HTTP: what a person searches for or previews. State comes over the feed, never from here. */

import { csrfToken } from "./csrf.js";

/** Timeout of a response (ms). */
const WITHIN = 6_000;

/** A response that is not a success; `body` is its JSON, if it has one. */
export class RequestError extends Error {
  /** @param {number} status HTTP status; 0 without a response  @param {any} body */
  constructor(status, body = null) {
    super(body?.message ?? `HTTP ${status}`);
    this.status = status;
    this.body = body;
  }
}

/**
 * @typedef {object} RequestOptions
 * @property {Record<string, string|number|boolean|null|undefined>} [query] added to the address; empty values are left out
 * @property {AbortSignal} [signal] ends the request, in addition to the timeout
 * @property {FormData|URLSearchParams|object} [body] sent by POST: forms as forms, other objects as JSON
 * @property {"POST"|"DELETE"} [method] with a body
 * @property {number} [within] timeout (ms)
 */

/**
 * Read JSON.
 * @template [T=any]
 * @param {string} address  @param {RequestOptions} [options]
 * @returns {Promise<T>}
 * @throws {RequestError} without a successful response
 */
export async function readJson(address, options = {}) {
  return (await send(address, options)).json();
}

/**
 * Read a part of a page.
 * @param {string} address  @param {RequestOptions} [options]
 * @returns {Promise<string>} HTML
 * @throws {RequestError} without a successful response
 */
export async function readHtml(address, options = {}) {
  return (await send(address, options)).text();
}

/** @param {string} address  @param {RequestOptions} options  @returns {Promise<Response>} */
async function send(address, { query = {}, signal, body, method = "POST", within = WITHIN }) {
  const url = new URL(address, location.href);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") url.searchParams.set(name, String(value));
  }
  const signals = [AbortSignal.timeout(within), ...(signal ? [signal] : [])];
  /** @type {Response} */
  let response;
  try {
    response = await fetch(url, {
      cache: "no-store", credentials: "same-origin", signal: anyOf(signals), ...(body === undefined ? {} : { method, ...sent(body) }),
    });
  } catch {
    throw new RequestError(0);
  }
  // A login page instead of the answer: the session has ended.
  if (response.redirected) throw new RequestError(403);
  if (!response.ok) throw new RequestError(response.status, await response.json().catch(() => null));
  return response;
}

/** @param {FormData|URLSearchParams|object} body  @returns {RequestInit} */
function sent(body) {
  const form = body instanceof FormData || body instanceof URLSearchParams;
  /** @type {Record<string, string>} */
  const headers = { "X-CSRFToken": csrfToken() };
  if (!form) headers["Content-Type"] = "application/json";
  return { headers, body: form ? body : JSON.stringify(body) };
}

/** `AbortSignal.any`, which browsers have had since 2023 only. @param {AbortSignal[]} signals */
function anyOf(signals) {
  if (signals.length === 1) return signals[0];
  const controller = new AbortController();
  for (const one of signals) {
    if (one.aborted) controller.abort(one.reason);
    one.addEventListener("abort", () => controller.abort(one.reason), { once: true });
  }
  return controller.signal;
}
