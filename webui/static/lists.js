// The scripts of the pages of the year and of storage, which `npm run --prefix .ci bundle` makes one file of: built/lists.js.

import { run } from "./run.js";

run({
  offline: () => import("./offline.js"),
  photos: () => import("./photos.js"),
  play: () => import("./play.js"),
  waiting: () => import("./waiting.js"),
  year: () => import("./year.js"),
});
