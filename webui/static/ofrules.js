// The scripts of the pages of rules, which `npm run --prefix .ci bundle` makes one file of: built/ofrules.js.

import { run } from "./run.js";

run({
  offline: () => import("./offline.js"),
  ownrules: () => import("./ownrules.js"),
  play: () => import("./play.js"),
  rules: () => import("./rules.js"),
  waiting: () => import("./waiting.js"),
});
