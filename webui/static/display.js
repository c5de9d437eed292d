// The screen of a table: the server draws the last hand and what everybody has; the clock counts on. Nothing on it can
// be pressed.

import { isLate, limitSays, says, shownTime, watchClock } from "./clock.js";
import { redraw } from "./drawn.js";
import { heading, tilesOf, worthOf } from "./laid.js";
import { listen } from "./live.js";
import { ask, TABLE } from "./page.js";
import { stayOn } from "./stayon.js";
import { asTime } from "./time.js";
import { oneAtATime } from "./turns.js";
import "./unsent.js";
import { h, render, setText } from "./view.js";
import { lang } from "./words.js";

const AGAIN = 2000; // milliseconds between two looks for a newer hand, beside the events that tell of one

const SCALES = [1, 0.9, 0.8, 0.7]; // of the size of texts; a name in fewer lines, or one that is larger

const at = (id) => document.getElementById(id);

let shown = document.body.dataset.shown; // the hand on the screen, and its version
let asking = false;

async function load() {
  if (asking || document.hidden) return;
  asking = true;
  try {
    const { hand } = await ask("GET", `/api/tables/${TABLE}/shown?lang=${lang}`);
    at("lost").hidden = true;
    const next = hand ? `${hand.id} ${hand.version}` : "";
    if (next !== shown) draw();
    shown = next;
  } catch (trouble) {
    lost(trouble.message);
  }
  asking = false;
}

function lost(text) {
  setText(at("lost"), text);
  at("lost").hidden = false;
}

const draw = oneAtATime(async () => {
  await redraw("which", "damaged", "headline", "tiles", "score", "players");
  fit();
});

/** Make the texts smaller until nothing reaches beyond its place, down to the smallest that is read from ten metres. */
function fit() {
  const main = at("main");
  for (const scale of SCALES) {
    main.style.setProperty("--fit", scale);
    const inside = (element) =>
      element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1;
    if (inside(main) && [...main.querySelectorAll("#players .player")].every(inside)) return;
  }
}

function drawClock(state) {
  const box = at("clock");
  const late = isLate(state);
  box.hidden = state.phase === "ready"; // nobody uses it
  box.dataset.phase = late ? "late" : state.phase;
  const limit = ({ left }) =>
    h(`span.limit${left <= 0 ? ".passed" : ""}`, limitSays(state), " ", h("b", left > 0 && asTime(left)));
  render(
    [
      h("b.time", { role: "timer" }, shownTime(state)),
      h("span.says", { role: "status" }, says(state)),
      state.limit && limit(state.limit),
    ],
    box,
  );
}

/** Show what lies on the table now in the place of the last hand, and whether the camera watches and follows. */
function drawLaid({ watches, follows, trouble, hands }) {
  at("watches").hidden = !watches || follows || trouble !== "";
  at("follows").hidden = !follows || trouble !== "";
  at("blind").hidden = trouble === "";
  setText(at("blind"), trouble);
  at("main").classList.toggle("with-laid", hands.length > 0);
  at("main").classList.toggle("with-several", hands.length > 1);
  const [only] = hands.length === 1 ? hands : [];
  render(hands.map(laidHand), at("laid"));
  render(only ? worthOf(only) : [], at("worth"));
  at("worth").dataset.kind = only?.kind ?? "";
  fit();
}

const laidHand = (hand, n, { length }) =>
  h(
    "article",
    { key: hand.id ?? n, "data-sure": String(hand.sure) },
    h("h2", heading(hand)),
    tilesOf(hand.laid),
    length > 1 && worthOf(hand),
  );

fit();
addEventListener("resize", fit);
listen({ laid: drawLaid });
listen({ seats: draw, match: draw, hand: load, lost });
watchClock(drawClock);
setInterval(load, AGAIN);
document.addEventListener("visibilitychange", stayOn);
stayOn();
