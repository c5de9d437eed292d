// The scripts of the page on which a bundle is opened, which `npm run --prefix .ci bundle` makes one file of: built/ofopen.js.

import { run } from "./run.js";

run({
  offline: () => import("./offline.js"),
  open: () => import("./open.js"),
  play: () => import("./play.js"),
  waiting: () => import("./waiting.js"),
});
