// The referee's clock. The server says how it stands at one moment; the page counts on from there, so that all devices
// show the same whatever time they have themselves. What it says is written out: colour and sound only repeat it.

import { may, onAccess } from "./access.js";
import { LIMITS } from "./acts.js";
import { enter } from "./entered.js";
import { listen } from "./live.js";
import { tellTrouble } from "./page.js";
import { sound } from "./sound.js";
import { asTime, timeOfDay } from "./time.js";
import { h, render } from "./view.js";
import { _ } from "./words.js";

const TICK = 200; // milliseconds between two looks at the clock
const LATE = 3; // seconds after which a signal that was missed, as by a page that slept, is not given any more
const MINUTE = 60;

const LIMIT_KEYS = { "first discard": "f", turn: "t", claim: "c" };

let clock = null; // as the server said it
let heard = 0; // when, by this page's own time

/**
 * Return how a clock stands now, in seconds.
 * @param clock as the server said it
 * @param heard when it did, by this page's own time
 */
export function standingAt(clock, heard) {
  const running = ["running", "over", "rest"].includes(clock.phase);
  const since = running ? (performance.now() - heard) / 1000 : 0;
  const left = clock.left === null ? null : clock.left - since;
  return {
    ...clock,
    phase: running && clock.phase !== "rest" && left !== null ? (left > 0 ? "running" : "over") : clock.phase,
    left,
    played: clock.played + since,
    limit: clock.limit && { ...clock.limit, left: clock.limit.left - since },
  };
}

/** Return how the clock of the table stands now; null before the server has said it. */
const standing = () => clock && standingAt(clock, heard);

/** Return the time that a clock shows: what is left, or what has passed where the session has no limit. */
export const shownTime = ({ phase, left, played, offers }) => {
  if (phase === "ready") return offers.minutes ? asTime(offers.minutes * MINUTE) : asTime(0);
  return asTime(left ?? Math.floor(played));
};

/** Return true if the referee's word is due: the session's last minutes. */
export const isLate = ({ phase, left, word }) => phase === "running" && word !== null && left <= word * MINUTE;

/** Return what the clock says in words. */
export function says(state) {
  if (state.phase === "ready") return _("The clock has not started");
  if (state.phase === "paused") return _("Paused");
  if (state.phase === "ended") return _("The clock has ended");
  if (state.phase === "rest") return state.left > 0 ? _("Rest between sessions") : _("The rest is over");
  if (state.phase === "over") return _("Time is up: finish the current hand");
  if (isLate(state)) return _("The last {minutes} minutes", { minutes: state.word });
  return state.left === null ? _("Time played") : _("Time left");
}

/** That the computer's clock was set while the session ran, and by how much; empty where it was not. */
function jumpSays({ jump, phase }) {
  if (!jump || phase === "ended" || phase === "ready") return "";
  const about = { by: asTime(Math.abs(jump.seconds)), at: timeOfDay(jump.at) };
  return jump.seconds > 0
    ? _("The computer’s clock was set forward by {by} at {at}: the match clock keeps its time.", about)
    : _("The computer’s clock was set back by {by} at {at}: the match clock keeps its time.", about);
}

/** Return what is to be said of the limit of one act; empty while there is none. */
export function limitSays({ limit }) {
  if (!limit) return "";
  const name = LIMITS[limit.name] ?? limit.name;
  return limit.left > 0 ? name : _("{name}: time is up", { name });
}

/**
 * Call back at each tick and at each change with how the clock stands.
 * @param signal called at each tick with how it stood at the one before, and how it stands
 */
export function watchClock(show, signal = () => {}) {
  let before = null;
  const tick = () => {
    const state = standing();
    if (!state) return;
    show(state);
    if (before) signal(before, state);
    before = state;
  };
  listen({
    clock: (next) => {
      clock = next;
      heard = performance.now();
      before = null;
      tick();
    },
  });
  setInterval(tick, TICK);
}

/** Show a clock that was started, small, where there is no room for words: those are read out. */
export function smallClock(place) {
  watchClock((state) => {
    const idle = state.phase === "ready" || state.phase === "ended";
    place.hidden = idle;
    if (idle) return;
    const sign = state.phase === "paused" ? "❚❚ " : isLate(state) || state.phase === "over" ? "! " : "";
    render([h("span", sign, shownTime(state)), h("span", state.limit && asTime(state.limit.left))], place);
    const label = [says(state), shownTime(state), limitSays(state)].filter(Boolean).join(" · ");
    if (place.getAttribute("aria-label") !== label) place.setAttribute("aria-label", label);
  });
}

/** Give the signals whose moment lies between two states. */
function signals(before, state) {
  const passed = (from, to, moment) => from > moment && to <= moment && moment - to < LATE;
  if (state.left !== null && passed(before.left, state.left, 0)) return clockSound.ring([440, 440, 440], 0.5);
  if (state.word !== null && state.left !== null && passed(before.left, state.left, state.word * MINUTE))
    return clockSound.ring([660, 880], 0.3);
  if (before.limit && state.limit && passed(before.limit.left, state.limit.left, 0)) clockSound.ring([330], 0.6);
}

const clockSound = sound("tableside-clock-sound", false);

/** Act with the clock of a table. */
export async function act(what, table) {
  try {
    const answer = await enter("clock", what, { table });
    if (clock && answer.clock.version < clock.version) return; // the stream has brought a newer one
    clock = answer.clock;
    heard = performance.now();
  } catch (trouble) {
    if (trouble.status !== 0) tellTrouble(trouble); // else it waits, as the page says
  }
}

/**
 * Put the clock with all that a referee does with it into an element.
 * @param table the number of the table
 * @param keys told each key: its letter, what it does, and the function that does it
 */
export function refereeClock(place, table, keys = () => {}) {
  const doing = (what) => () => act(what, table).then(redraw);
  const redraw = () => {
    const state = standing();
    if (state) show(state);
  };

  function show(state) {
    const { limit } = state;
    place.dataset.phase = isLate(state) ? "late" : state.phase;
    render(
      [
        h(
          "div.clock-face",
          h("output.time", { "aria-live": "off" }, shownTime(state)),
          h("p.says", { role: "status" }, says(state)),
          h(`output.limit${limit?.left <= 0 ? ".passed" : ""}`, { "aria-live": "off" }, limit && asTime(limit.left)),
          h("p.limit-says", { role: "status" }, limitSays(state)),
          h("p.jump-says", { role: "status" }, jumpSays(state)),
        ),
        h("div.clock-tools.row", toolsOf(state)),
      ],
      place,
    );
  }

  const typed = { minutes: "", seconds: "30" };

  /** Return a field for a number of minutes or seconds. */
  const numberField = (name, label, offered = "") =>
    h(
      "label.strong",
      { key: name },
      label,
      " ",
      h("input.minutes", {
        type: "number",
        min: 1,
        max: 600,
        step: 1,
        defaultValue: typed[name] || offered,
        "data-key": `clock-${name}`,
        oninput: (event) => (typed[name] = event.target.value),
      }),
    );

  /** Return a button; what stands in its place at another time has its key, and so the keyboard. */
  const tool = (style, label, onclick, name, key = name) =>
    h(`button.button${style}`, { key, onclick, "data-key": `clock-${name}` }, label);

  /** Return the acts that the body gives no time: the person who runs the clock does. */
  function ownLimits({ limits }) {
    const others = Object.keys(LIMITS).filter((name) => !(name in limits));
    const begin = (name) => () =>
      act({ do: "limit", name, seconds: Number(typed.seconds) || null }, table).then(redraw);
    return (
      others.length > 0 && [
        numberField("seconds", _("Seconds of your own limit")),
        others.map((name) => tool(".small", LIMITS[name], begin(name), name)),
      ]
    );
  }

  /** Return the buttons that give more time, or less. */
  const more = (left) =>
    left !== null &&
    [5, 10, -5].map((more) =>
      tool(
        ".small",
        more > 0 ? _("{more} minutes more", { more }) : _("{less} minutes less", { less: -more }),
        doing({ do: "extend", minutes: more }),
        `extend${more}`,
      ),
    );

  function toolsOf({ phase, offers, left, limit: running }) {
    const soundButton = h(
      "button.button.small",
      { key: "sound", "aria-pressed": String(clockSound.isOn()), "data-key": "clock-sound", onclick: toggleSound },
      _("Sound"),
    );
    if (!may("referee")) return [soundButton];
    const resting = phase === "rest";
    if (phase === "ready" || phase === "ended" || resting) {
      const offered = offers.minutes ? String(offers.minutes) : "";
      const begin = () => act({ do: "start", minutes: Number(typed.minutes || offered) || null }, table).then(redraw);
      return [
        numberField("minutes", _("Minutes"), offered),
        tool(".primary", _("Start the clock"), begin, "start", "toggle"),
        phase === "ended" && tool("", _("Go on"), doing({ do: "resume" }), "resume", "end"),
        resting
          ? [more(left), tool(".small", _("End the rest"), doing({ do: "end" }), "end-rest")]
          : tool("", _("Rest: {minutes} minutes", { minutes: offers.rest }), doing({ do: "rest" }), "rest"),
        soundButton,
      ];
    }
    const going = phase !== "paused";
    return [
      going
        ? tool("", _("Pause"), doing({ do: "pause" }), "toggle")
        : tool(".primary", _("Go on"), doing({ do: "resume" }), "toggle"),
      going &&
        Object.entries(offers.limits).map(([name, seconds]) =>
          tool(
            ".small",
            _("{name} {seconds} s", { name: LIMITS[name] ?? name, seconds }),
            doing({ do: "limit", name }),
            name,
          ),
        ),
      going && ownLimits(offers),
      running && tool(".small", _("Done in time"), doing({ do: "settle" }), "settle"),
      more(left),
      soundButton,
      tool(".small", _("Stop the clock"), doing({ do: "end" }), "end"),
    ];
  }

  function toggleSound() {
    clockSound.toggle();
    clockSound.ring([660], 0.15);
    redraw();
  }

  onAccess(redraw);
  watchClock(show, signals);
  keys("k", _("Start, pause or go on with the clock"), () => {
    const state = standing();
    if (!state) return;
    if (state.phase === "ready" || state.phase === "rest") doing({ do: "start" })();
    else doing({ do: state.phase === "paused" || state.phase === "ended" ? "resume" : "pause" })();
  });
  for (const [name, letter] of Object.entries(LIMIT_KEYS)) {
    keys(letter, _("Time limit: {name}", { name: LIMITS[name] }), () => {
      if (name in (clock?.offers.limits ?? {})) doing({ do: "limit", name })();
    });
  }
  keys("d", _("Done in time"), doing({ do: "settle" }));
}
