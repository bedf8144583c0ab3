/**
 * Unanswered commands, kept over a reload. A command is plain data: `{id, kind, tournament, args, label, me,
 * at, until}`; `at` is this machine's wall clock when it was created (ms).
 */

const KEY = "commands";
/** Older commands must not run any more: the room has moved on (ms). */
export const TOO_OLD = 60_000;

/** Whether a command has expired. A wall clock that was set back counts as expired as well. */
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
    /* storage full or forbidden: commands are then lost on a reload */
  }
}

/** Store a command until it is answered. */
export function keep(command, storage = localStorage) {
  write(storage, [...read(storage).filter((one) => one.id !== command.id), command]);
}

/** Remove a command that was answered or given up. */
export function forget(id, storage = localStorage) {
  write(storage, read(storage).filter((one) => one.id !== id));
}

/**
 * Return the commands of an earlier page of the same login, in order; expired ones and those of others are
 * dropped.
 * @returns {{again: object[], old: object[]}} to be sent again, and to be shown as given up
 */
export function leftBehind(me, wall = Date.now(), storage = localStorage) {
  const mine = read(storage).filter((one) => one.me === me);
  const again = mine.filter((one) => !tooOld(one, wall));
  write(storage, again);
  return { again, old: mine.filter((one) => tooOld(one, wall)) };
}
