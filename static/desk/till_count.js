/** Count of a drawer by note and coin, with the running sum in the total field. */

/** @param {HTMLElement|null} place  @param {Element|null} total */
export function mountTillCount(place, total) {
  if (!place || !(total instanceof HTMLInputElement)) return;
  const decimals = Number(place.dataset.places);
  const written = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const show = () => {
    const pieces = [...place.querySelectorAll("input")].filter((one) => one.dataset.value && /^\d{1,6}$/.test(one.value.trim()));
    const sum = pieces.reduce((all, one) => all + Number(one.dataset.value) * Number(one.value), 0);
    total.placeholder = sum ? written.format(sum / 10 ** decimals) : "";
  };
  place.addEventListener("input", show);
  show();
}

mountTillCount(document.getElementById("till-count"), document.querySelector('[name="counted"]'));
