// The scripts of the page of people, which `npm run --prefix .ci bundle` makes one file of: built/ofpeople.js.

import { run } from "./run.js";

run({
  offline: () => import("./offline.js"),
  people: () => import("./people.js"),
  play: () => import("./play.js"),
  waiting: () => import("./waiting.js"),
});
