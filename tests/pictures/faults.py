"""Faults of a page as it is laid out: scrolling sideways, texts that are cut off, texts over each other."""

from playwright.sync_api import Page

# Each visible line of text is a rectangle. A text is cut off if an ancestor that hides what overflows ends before it; a
# line that ends with an ellipsis on purpose has its full text in a `title`. Two texts of different elements overlap if
# their rectangles share more than a few pixels, and neither is in a layer above the page (a bar, a dialog).
FAULTS = r"""() => {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`scrolls sideways by ${wide}`);
  const styles = new Map();
  const style = (one) => styles.get(one) || styles.set(one, getComputedStyle(one)).get(one);
  const parents = (one) => { const all = []; for (; one; one = one.parentElement) all.push(one); return all; };
  const layer = (one) =>
    parents(one).find((up) => ["fixed", "sticky"].includes(style(up).position) || up.matches("dialog, [popover]"));
  const hides = (value) => value === "hidden" || value === "clip";
  const scrolls = (value) => value === "auto" || value === "scroll";
  const VISIBLE = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const owner = node.parentElement;
    if (!text || owner.closest("script, style, template, noscript, option, .visually-hidden, .leaving")) continue;
    if (!owner.checkVisibility(VISIBLE)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const at of range.getClientRects()) {
      if (at.width < 2 || at.height < 2) continue;
      const box = { left: at.left, right: at.right, top: at.top, bottom: at.bottom };
      // What a reader can scroll to is not cut off.
      let reach = at;
      let cut = "";
      for (const up of parents(owner)) {
        if (up === document.body || up === document.documentElement) break;
        const own = style(up);
        if (own.display === "inline" || own.display === "contents") continue;
        if (own.position === "absolute" && own.clip !== "auto") { box.right = box.left; break; }
        const frame = up.getBoundingClientRect();
        // For screen readers alone.
        if (frame.width <= 1 || frame.height <= 1) { box.right = box.left; cut = ""; break; }
        if (own.overflowX !== "visible") {
          const beyond = Math.max(reach.right - frame.right, frame.left - reach.left);
          // A line wholly beside its frame is not shown at all.
          if (at.left >= frame.right || at.right <= frame.left) { box.right = box.left; cut = ""; break; }
          if (beyond > 2 && hides(own.overflowX) && !up.closest("[title]") && !cut)
            cut = `${Math.round(beyond)} px to the side`;
          box.left = Math.max(box.left, frame.left);
          box.right = Math.min(box.right, frame.right);
        }
        if (own.overflowY !== "visible") {
          const beyond = Math.max(reach.bottom - frame.bottom, frame.top - reach.top);
          if (beyond > at.height / 4 && hides(own.overflowY) && !up.closest("[title]") && !cut)
            cut = `${Math.round(beyond)} px of its height`;
          box.top = Math.max(box.top, frame.top);
          box.bottom = Math.min(box.bottom, frame.bottom);
        }
        if (scrolls(own.overflowX) || scrolls(own.overflowY)) reach = { ...box };
        if (own.position === "fixed") break;
      }
      if (cut) found.push(`cut off by ${cut}: “${text.slice(0, 60)}”`);
      // Letters are lower than their line.
      const lower = (box.bottom - box.top) / 5;
      box.top += lower;
      box.bottom -= lower;
      if (box.right - box.left > 2 && box.bottom - box.top > 2) lines.push({ owner, text, box, above: layer(owner) });
    }
  }
  for (const field of document.querySelectorAll("input[inputmode], select")) {
    const beyond = field.scrollWidth - field.clientWidth;
    if (field.checkVisibility(VISIBLE) && beyond > 2) found.push(`field cut off by ${beyond} px: “${field.value}”`);
  }
  lines.sort((one, two) => one.box.top - two.box.top);
  for (let at = 0; at < lines.length; at += 1) {
    const one = lines[at];
    for (let next = at + 1; next < lines.length && lines[next].box.top < one.box.bottom; next += 1) {
      const two = lines[next];
      if (one.owner === two.owner || one.above !== two.above) continue;
      const across = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
      const down = Math.min(one.box.bottom, two.box.bottom) - two.box.top;
      const both = `“${one.text.slice(0, 40)}”, “${two.text.slice(0, 40)}”`;
      if (across > 3 && down > 2) found.push(`overlap of ${Math.round(across)} × ${Math.round(down)}: ${both}`);
    }
  }
  return [...new Set(found)];
}"""


def faults_of(page: Page) -> list[str]:
    """Return the faults of an open page, each as a short text."""
    found: list[str] = page.evaluate(FAULTS)
    return found
