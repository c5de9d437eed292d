// The next hand by itself, once one is recorded: unless anybody touches the page meanwhile, who then stays.

import { whoAmI } from "./access.js";
import { rooted } from "./root.js";
import { setText } from "./view.js";
import { _ } from "./words.js";

const AFTER = 5000; // milliseconds: less is not enough to read who pays, more makes a table wait
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchmove", "input", "visibilitychange"];
const REFEREES = ["referee", "chief"];

let timer = 0;
let ticks = 0; // the timer by which the seconds are counted
let ends = 0; // when the next hand opens
let stopped = () => {};

/** Return true if the next hand opens soon. */
export const goesOn = () => timer > 0;

/** Return the seconds until then. */
export const secondsLeft = () => Math.max(1, Math.ceil((ends - Date.now()) / 1000));

/**
 * Open the next hand soon, except for a referee, who approves what was recorded.
 * @param next gives the address that is to open, or null where the page has something to lose by then
 * @param draw shows the page when this begins and when it is stopped
 */
export function goOn(next, draw) {
  if (REFEREES.includes(whoAmI().role) || document.referrer.endsWith("/referee")) return;
  stay();
  stopped = draw;
  ends = Date.now() + AFTER;
  ticks = setInterval(draw, 1000);
  timer = setTimeout(() => {
    const address = next();
    stay();
    if (address) location.assign(rooted(address));
  }, AFTER);
  for (const touch of TOUCHES) addEventListener(touch, stay, { capture: true, passive: true });
  setText(
    document.getElementById("goes-on"),
    _("The next hand opens in {seconds} seconds. Touch anything to stay here.", { seconds: AFTER / 1000 }),
  );
  draw();
}

/** Stay on this page. */
export function stay() {
  if (!timer) return;
  clearTimeout(timer);
  clearInterval(ticks);
  timer = 0;
  for (const touch of TOUCHES) removeEventListener(touch, stay, { capture: true });
  setText(document.getElementById("goes-on"), "");
  stopped();
}
