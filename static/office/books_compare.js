/** Choosing another book, or only the differences, shows them at once; without this the button does. */

const form = document.getElementById("compare-form");
form.addEventListener("change", (event) => {
  // A list that is browsed with the arrow keys would load a page per key.
  if (event.target.type === "checkbox") form.requestSubmit();
});
