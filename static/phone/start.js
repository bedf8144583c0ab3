/**
 * Loads the live part of the player's page after its first view: the answer is in the page itself, and a slow network
 * has nothing else to do until it is read.
 */

function begin() {
  // All at once, instead of one import after another.
  for (const href of JSON.parse(document.getElementById("modules")?.textContent ?? "[]")) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
  import("./page.js");
}

// A page out of the cache says at once how old it is.
if (document.documentElement.dataset.copy !== undefined) begin();
else addEventListener("load", begin);
