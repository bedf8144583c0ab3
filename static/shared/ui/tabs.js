/** Rows of links that scroll on small screens: bring the current page into view. */

const show = () => {
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("nav.subnav, nav.tabs"))) {
    const current = /** @type {HTMLElement|null} */ (row.querySelector("[aria-current]"));
    if (current) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }
};
show();
// Widths change when the font has loaded and when a phone is turned.
document.fonts?.ready.then(show);
addEventListener("resize", show);
