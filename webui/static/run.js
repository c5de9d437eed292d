// Runs the scripts that a page names, one after the other.

/** @param scripts what imports each, by its name: as a module of its own, or out of the one file that holds them all */
export function run(scripts) {
  const { names } = document.getElementById("scripts").dataset;
  let ran = Promise.resolve();
  for (const name of names.split(" ")) ran = ran.finally(scripts[name]); // one that fails keeps none from running
}
