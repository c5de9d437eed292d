// The scripts of the pages that list: hands, the year, storage, which `npm run --prefix .ci bundle` makes one file of: built/lists.js.

import { run } from "./run.js";

run({
  hands: () => import("./hands.js"),
  offline: () => import("./offline.js"),
  photos: () => import("./photos.js"),
  play: () => import("./play.js"),
  waiting: () => import("./waiting.js"),
  year: () => import("./year.js"),
});
