/** Keys pressed before the desk's own script has come: kept, and pressed as soon as it is there. No module: it is there first. */
(() => {
  const kept = [];
  const keep = (event) => {
    if (event.ctrlKey || event.metaKey || event.isComposing || event.repeat) return;
    const typing = document.activeElement?.matches("input, textarea, select, button, a");
    if (event.altKey ? !event.code.startsWith("Key") : typing || event.key.length !== 1) return;
    kept.push({ key: event.key, code: event.code, altKey: event.altKey, at: event.timeStamp });
    event.preventDefault();
  };
  addEventListener("keydown", keep, true);
  /** What was pressed; from now on the desk listens itself. */
  globalThis.takeEarlyKeys = () => {
    removeEventListener("keydown", keep, true);
    return kept;
  };
})();
