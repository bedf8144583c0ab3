/** A page for the printer: its button prints, and a page that was asked to print does so by itself. */

document.getElementById("print")?.addEventListener("click", () => print());
if (document.body.dataset.again !== undefined) print();
