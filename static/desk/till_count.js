/** Count of a drawer by note and coin, with the running sum in the total field. */

const place = document.getElementById("till-count");
const total = document.querySelector('[name="counted"]');

if (place && total) {
  const decimals = Number(place.dataset.places);
  const written = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const show = () => {
    const pieces = [...place.querySelectorAll("input[data-value]")];
    const sum = pieces.reduce((all, one) => all + Number(one.dataset.value) * (/^\d{1,6}$/.test(one.value.trim()) ? Number(one.value) : 0), 0);
    total.placeholder = sum ? written.format(sum / 10 ** decimals) : "";
  };
  place.addEventListener("input", show);
  show();
}
