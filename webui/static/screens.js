// The scripts of screens and slips, which show and have no buttons of a table, which `npm run --prefix .ci bundle` makes one file of: built/screens.js.

import { run } from "./run.js";

run({
  again: () => import("./again.js"),
  display: () => import("./display.js"),
  hall: () => import("./hall.js"),
  me: () => import("./me.js"),
  offline: () => import("./offline.js"),
  round: () => import("./round.js"),
  spoken: () => import("./spoken.js"),
  stream: () => import("./stream.js"),
});
