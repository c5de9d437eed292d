// The hand in play on every page: calls for the referee, the questions of the table box, and its state. What else the box
// does can be done on the start page, by attable.js.

import { may, onAccess } from "./access.js";
import { actInWords } from "./acts.js";
import { listen } from "./live.js";
import { ask, checkRole, TABLE, tellTrouble } from "./page.js";
import { capital, windName } from "./tiles.js";
import { timeOfDay } from "./time.js";
import "./unsent.js";
import { button, h, render } from "./view.js";
import { _ } from "./words.js";

const root = document.getElementById("at-table"); // only on the start page; calls and the box's state are on all
const NAMED = 1000; // milliseconds after which nobody is awaited who has told who sits where
/** Return the numbers of the seats: three where three play. */
export const chairs = () => seats.winds.map((_wind, n) => n + 1);
const at = (iso) => timeOfDay(iso, { seconds: true });
export const windOf = (chair) => windName(seats.winds[chair - 1]);

/** Return who sits at a chair: by name in a match. */
export const whoAt = (chair) => players[chair] ?? _("Seat {chair}", { chair });

/** Return a name with the number of the seat, by which a number pad answers; without a match the name has it. */
export const numbered = (chair, name) => (pad && players[chair] ? `${chair} ${name}` : name);

let pad = false; // whether the box is a number pad
let seats = null;
let players = {}; // names by chair, while a match is played
let game; // the game of that match
let named = false; // whether the match has told who sits where
let drawn = false; // whether the alerts are those of this script, not those that came with the page
let beside = () => {}; // draws the rest of the hand in play, on the start page

export async function act(what) {
  try {
    const { seats: answered } = await ask("POST", `/api/tables/${TABLE}/play`, what);
    if (!seats || answered.version >= seats.version) show(answered); // the stream may have shown a newer one meanwhile
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

/** Have the rest of the hand in play drawn by this function, whenever it changes. */
export function drawBeside(rest) {
  beside = rest;
  draw();
}

/** Show what the hand in play is at; the stream tells of it just before it tells of the match, which has the names. */
function show(next) {
  if (!seats && !named) setTimeout(takeSeats, NAMED);
  seats = next;
  draw();
}

function takeSeats() {
  named = true;
  draw();
}

function draw() {
  if (!seats || !named) return;
  const alerts = [
    seats.calls.map(called),
    seats.asked && asked(seats.asked),
    seats.wrong && h("p.alert.wrong", seats.wrong),
  ];
  const place = document.getElementById("alerts");
  if (!drawn) place.replaceChildren(); // as the server drew it, of buttons that nothing listens to
  drawn = true;
  render(alerts, place);
  beside(seats);
}

const called = (chair) =>
  h(
    "p.alert.call",
    { key: chair },
    h("b", _("{who} ({wind}) calls the referee", { who: whoAt(chair), wind: windOf(chair) })),
    may("table") && button(".small", _("The referee is here"), () => act({ do: "answered" }), `answered${chair}`),
  );

/** Return the question that a key of the box opened; the page asks it too, so that it can be answered here. */
const asked = (question) =>
  h(
    "p.alert.asked",
    { key: "asked", role: "status" },
    h("b", question === "win" ? _("Who won?") : _("Did nobody win?")),
    question === "draw" && seats.reminders.map((says) => h("span", says)),
    may("table") &&
      h(
        "span.row",
        question === "win"
          ? chairs().map((number) =>
              button(
                ".small",
                numbered(number, whoAt(number)),
                () => act({ do: "won", chair: number }),
                `asked${number}`,
              ),
            )
          : button(
              ".small",
              [actInWords({ type: "Drawn" }, game), pad && h("kbd", "Enter")],
              () => act({ do: "draw" }),
              "asked-draw",
            ),
      ),
  );

const PHASES = {
  stopped: _("stopped"),
  searching: _("not there"),
  greeting: _("is asked for an answer"),
  connected: _("connected"),
  silent: _("silent"),
};

function showBox(box) {
  const pill = document.getElementById("box-pill");
  const was = pad;
  pad = Boolean(box?.box?.abilities.includes("K"));
  if (pad !== was) draw(); // seats have their numbers now, or no more
  pill.hidden = !box;
  if (!box) {
    line(_("No table box: use this page instead."));
    return;
  }
  pill.dataset.state = box.phase === "connected" && box.problem ? "poor" : box.phase;
  const state = { phase: PHASES[box.phase], time: at(box.since) };
  render([_("Table box"), h("span", ` ${PHASES[box.phase]}`)], pill);
  const says = [
    box.box
      ? _("Table box {id} {phase} since {time}", { id: box.box.id, ...state })
      : _("Table box {phase} since {time}", state),
    box.address,
    box.silent !== null && _("last frame {seconds} s ago", { seconds: box.silent.toFixed(1) }),
    box.connections > 0 && _("line sound: {percent}%", { percent: Math.round(box.quality * 100) }),
    box.lost > 0 && _("{count} events lost", { count: box.lost }),
  ].filter(Boolean);
  pill.title = box.problem || says.join(" · ");
  line([
    box.problem && h("b.problem", capital(box.problem)),
    h("span", says.join(" · ")),
    h("a", { href: `/api/tables/${TABLE}/box.log`, download: "table-box.log" }, _("Save its record")),
  ]);
}

function line(says) {
  if (root) render(says, document.getElementById("box-line"));
}

function lost(text) {
  const pill = document.getElementById("box-pill");
  pill.hidden = false;
  pill.dataset.state = "silent";
  render(_("Not live"), pill);
  pill.title = text;
  line(h("b.problem", text));
}

function showMatch({ chairs, game: played }) {
  players = chairs ?? {};
  game = played;
  named = true;
  draw();
}

let people = null; // whether anybody has a role, as the server said last
listen({
  access: (now) => {
    if (people !== now.people) checkRole(now.people);
    people = now.people;
  },
});
onAccess(draw);
listen({ seats: show, match: showMatch, box: showBox, lost });
