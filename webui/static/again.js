// The page between two runs of the program: it waits until the old one has ended and the new one answers.

import { HOME, rooted } from "./root.js";

const PAUSE = 400; // milliseconds between two questions
const PATIENCE = 2000; // milliseconds that an answer may take

async function answers() {
  try {
    return (await fetch(rooted("/api/health"), { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}

async function until(wanted) {
  while ((await answers()) !== wanted) await new Promise((resolve) => setTimeout(resolve, PAUSE));
}

until(false)
  .then(() => until(true))
  .then(() => location.replace(`${HOME}#code`)); // within a closed part, which the browser then opens
