/** The pages of an event are one scrolling row on small screens: scroll the current page into view. */

const tabs = document.querySelector("nav.tabs");
const current = tabs?.querySelector("[aria-current]");
if (current) tabs.scrollLeft = current.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
