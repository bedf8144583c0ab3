/** Buffer of keys pressed before the desk's script is loaded. Not a module, so that it runs first. */
(() => {
  /** @type {{key: string, code: string, altKey: boolean, at: number}[]} */ const kept = [];
  /** @param {KeyboardEvent} event */
  const keep = (event) => {
    if (event.ctrlKey || event.metaKey || event.isComposing || event.repeat) return;
    const typing = document.activeElement?.matches("input, textarea, select, button, a");
    if (event.altKey ? !event.code.startsWith("Key") : typing || event.key.length !== 1) return;
    kept.push({ key: event.key, code: event.code, altKey: event.altKey, at: event.timeStamp });
    event.preventDefault();
  };
  addEventListener("keydown", keep, true);
  Object.assign(globalThis, {
    /** Return the buffered keys and stop buffering. */
    takeEarlyKeys: () => {
      removeEventListener("keydown", keep, true);
      return kept;
    },
  });
})();
