/** The pages of an event are one line that scrolls on a small screen: the page that is open is in sight. */

const tabs = document.querySelector("nav.tabs");
const current = tabs?.querySelector("[aria-current]");
if (current) tabs.scrollLeft = current.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
