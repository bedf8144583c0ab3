/** Unanswered commands, kept over a reload. */

/** @import { Command } from "./commands.js" */

const KEY = "commands";
/** How long a command may wait for an answer, unless its page says otherwise (ms). */
export const LIFETIME = 60_000;

/** Whether a command has expired. A wall clock that was set back counts as expired as well. @param {Command} command  @param {number} [wall] */
export function tooOld(command, wall = Date.now()) {
  const lifetime = command.lifetime ?? LIFETIME;
  return wall - command.at > lifetime || wall < command.at - lifetime;
}

/** @param {Storage} storage  @returns {Command[]} */
function read(storage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {Storage} storage  @param {Command[]} commands */
function write(storage, commands) {
  try {
    storage.setItem(KEY, JSON.stringify(commands));
  } catch {
    /* storage full or forbidden: commands are then lost on a reload */
  }
}

/** Store a command until it is answered. @param {Command} command  @param {Storage} [storage] */
export function keep(command, storage = localStorage) {
  write(storage, [...read(storage).filter((one) => one.id !== command.id), command]);
}

/** Remove a command that was answered or given up. @param {string} id  @param {Storage} [storage] */
export function forget(id, storage = localStorage) {
  write(storage, read(storage).filter((one) => one.id !== id));
}

/**
 * Return the commands of an earlier page of the same login, in order; expired ones and those of others are
 * dropped.
 * @param {string} me  @param {number} [wall]  @param {Storage} [storage]
 * @returns {{again: Command[], old: Command[]}} to be sent again, and to be shown as given up
 */
export function leftBehind(me, wall = Date.now(), storage = localStorage) {
  const mine = read(storage).filter((one) => one.me === me);
  const again = mine.filter((one) => !tooOld(one, wall));
  write(storage, again);
  return { again, old: mine.filter((one) => tooOld(one, wall)) };
}
