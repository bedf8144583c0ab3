/** Submit the form on a change of book or filter; without scripts the button does. */

const form = document.getElementById("compare-form");
form.addEventListener("change", (event) => {
  // A list browsed with the arrow keys would load a page per key.
  if (event.target.type === "checkbox") form.requestSubmit();
});
