// The scripts of the pages of a table and its desk, which `npm run --prefix .ci bundle` makes one file of: built/app.js.

import { run } from "./run.js";

run({
  appeal: () => import("./appeal.js"),
  calibration: () => import("./calibration.js"),
  deal: () => import("./deal.js"),
  desk: () => import("./desk.js"),
  desks: () => import("./desks.js"),
  hand: () => import("./hand.js"),
  hands: () => import("./hands.js"),
  handsheet: () => import("./handsheet.js"),
  offline: () => import("./offline.js"),
  open: () => import("./open.js"),
  ownrules: () => import("./ownrules.js"),
  people: () => import("./people.js"),
  photos: () => import("./photos.js"),
  play: () => import("./play.js"),
  referee: () => import("./referee.js"),
  rules: () => import("./rules.js"),
  sealed: () => import("./sealed.js"),
  sent: () => import("./sent.js"),
  setup: () => import("./setup.js"),
  start: () => import("./start.js"),
  tables: () => import("./tables.js"),
  tilesets: () => import("./tilesets.js"),
  waiting: () => import("./waiting.js"),
  webhooks: () => import("./webhooks.js"),
  year: () => import("./year.js"),
});
