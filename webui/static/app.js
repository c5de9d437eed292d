// The scripts of the pages of a table, which `npm run --prefix .ci bundle` makes one file of: built/app.js.

import { run } from "./run.js";

run({
  appeal: () => import("./appeal.js"),
  deal: () => import("./deal.js"),
  hand: () => import("./hand.js"),
  handsheet: () => import("./handsheet.js"),
  offline: () => import("./offline.js"),
  play: () => import("./play.js"),
  sealed: () => import("./sealed.js"),
  sent: () => import("./sent.js"),
  start: () => import("./start.js"),
  waiting: () => import("./waiting.js"),
});
