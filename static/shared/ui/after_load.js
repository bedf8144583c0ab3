/**
 * Loads the live part of a page after its first view: what a reader came for is in the page itself, and a slow network
 * has nothing else to do until it is read.
 */

/** Load a module with all it imports (the page's #modules) once the page has loaded. @param {() => void} load */
export function afterLoad(load) {
  if (document.readyState === "complete") begin(load);
  else addEventListener("load", () => begin(load));
}

/** The same at once. @param {() => void} load */
export function begin(load) {
  // All at once, instead of one import after another.
  for (const href of JSON.parse(document.getElementById("modules")?.textContent ?? "[]")) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
  load();
}
