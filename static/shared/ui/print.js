/** Printable pages: the button prints, and a page opened for printing prints automatically. */

document.getElementById("print")?.addEventListener("click", () => print());
if (document.body.dataset.again !== undefined) print();
