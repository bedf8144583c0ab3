/**
 * Commands that have no answer yet, kept over a reload. A command is plain data:
 * `{id, kind, tournament, args, label, me, at, until}`; `at` is this machine's wall clock when it was pressed (ms).
 */

const KEY = "commands";
/** A press older than this must not happen any more: the room has moved on (ms). */
export const TOO_OLD = 60_000;

/** Whether a command has waited too long. A wall clock that was put back counts as too long as well. */
export function tooOld(command, wall = Date.now()) {
  return wall - command.at > TOO_OLD || wall < command.at - TOO_OLD;
}

function read(storage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function write(storage, commands) {
  try {
    storage.setItem(KEY, JSON.stringify(commands));
  } catch {
    /* storage full or forbidden: commands then last as long as the page */
  }
}

/** Keep a command until it is answered. */
export function keep(command, storage = localStorage) {
  write(storage, [...read(storage).filter((one) => one.id !== command.id), command]);
}

/** A command was answered or given up. */
export function forget(id, storage = localStorage) {
  write(storage, read(storage).filter((one) => one.id !== id));
}

/**
 * What an earlier page of the same person left behind, in the order it was pressed; what is too old or somebody
 * else's is forgotten.
 * @returns {{again: object[], old: object[]}} to be sent again, and to be told as given up
 */
export function leftBehind(me, wall = Date.now(), storage = localStorage) {
  const mine = read(storage).filter((one) => one.me === me);
  const again = mine.filter((one) => !tooOld(one, wall));
  write(storage, again);
  return { again, old: mine.filter((one) => tooOld(one, wall)) };
}
