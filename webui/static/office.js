// The scripts of those who run a hall and set up its tables: referees, the desk, cameras, tile sets, which `npm run --prefix .ci bundle` makes one file of: built/office.js.

import { run } from "./run.js";

run({
  calibration: () => import("./calibration.js"),
  desk: () => import("./desk.js"),
  desks: () => import("./desks.js"),
  offline: () => import("./offline.js"),
  play: () => import("./play.js"),
  referee: () => import("./referee.js"),
  sealed: () => import("./sealed.js"),
  setup: () => import("./setup.js"),
  tables: () => import("./tables.js"),
  tilesets: () => import("./tilesets.js"),
  waiting: () => import("./waiting.js"),
  webhooks: () => import("./webhooks.js"),
});
