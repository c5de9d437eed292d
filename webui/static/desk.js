// The desk of an event: its parts, and what there is to do next.

import { fees } from "./deskfees.js";
import { enterList } from "./desklist.js";
import { players } from "./deskplayers.js";
import { records, results } from "./deskresults.js";
import { round, seats } from "./deskrounds.js";
import {
  clocks,
  drawByPlace,
  drawByStanding,
  drawSeating,
  person,
  publishSeating,
  record,
  set,
  state,
  watchEvent,
} from "./deskstate.js";
import { eventForm } from "./eventform.js";
import { go, onKey } from "./keys.js";
import { button, h, render } from "./view.js";
import { _, paragraph } from "./words.js";

const PARTS = {
  players: [_("Players"), players],
  seats: [_("Seating"), seats],
  round: [_("This round"), round],
  results: [_("Results"), results],
  records: [_("Records"), records],
  fees: [_("Fees"), fees],
};

const NAMED = 4; // players at most that are listed by name

/** Return the part that is open at first. */
const first = () => (state.event.current ? "round" : state.event.drawn.length ? "seats" : "players");

function show(name) {
  history.replaceState(null, "", `#${name}`);
  set({ part: name });
}

/** Return the page as it stands. */
function desk() {
  const { about, undone } = state.event;
  const [due, ...does] = nextStep();
  const failed = undone.map(({ table, says }) => _("Table {table} rejected this: {says}", { table, says }));
  return [
    h(
      "header.card.row",
      { id: "desk-head" },
      h("div", h("h1", about.name), h("p.facts", facts().filter(Boolean).join(" · "))),
      h("div.row.next", h("span", due), ...does, button(".small", _("Event details"), change, "data")),
    ),
    h(
      "nav.row",
      { "aria-label": _("Parts of the tournament desk") },
      Object.entries(PARTS).map(([name, [says]]) =>
        h(
          "button.button",
          { "aria-current": name === state.part ? "page" : null, onclick: () => show(name), "data-key": `tab-${name}` },
          says,
        ),
      ),
    ),
    failed.map((says) => h("p.alert", says)),
    h("p.hidden", { id: "said", role: "status" }, paragraph([...failed, due])),
    h("section.card.desk-part", { id: "desk-part", key: state.part }, PARTS[state.part][1]()),
  ];
}

const facts = () => [
  state.event.about.place,
  state.event.rules_title,
  state.event.body_title,
  _("Rounds: {rounds}", { rounds: state.event.rounds }),
];

const change = () =>
  eventForm(state.event.about, async (act) =>
    Boolean(await record({ type: "Corrected", of: 1, act, reason: _("event details") })),
  );

/** Return players by name where they are few, else how many. */
const named = (numbers) =>
  numbers.length <= NAMED ? numbers.map((number) => person(number).name).join(_(", ")) : numbers.length;

/** Return the step that is due: a sentence, and the buttons that do it where some do. */
function nextStep() {
  const { due, people, vacant, awaited, current } = state.event;
  const { round: number, tables } = due;
  const count = people.filter((each) => each.withdrawn === null).length;
  const step = (says, label, does) => [says, button(".primary.big", label, does, "next")];
  const enter = [
    _("Enter players"),
    () => {
      show("players");
      enterList();
    },
  ];
  const paired = (draw) => async () => {
    await draw();
    show("seats");
  };
  const draws = (sitOuts) => async () => {
    await drawSeating(1, sitOuts);
    show("seats");
  };
  const steps = {
    enter: () => step(_("Nobody was entered yet."), ...enter),
    fill: () => {
      const about = { count, missing: vacant };
      if (tables === 0) return step(_("{count} players fill no table: {missing} more are needed.", about), ...enter);
      return [
        ...step(
          _("{count} players do not fill the tables: enter {missing} more, or let some sit out.", about),
          ...enter,
        ),
        button(".big", _("Draw, sitting out in turn"), draws(true), "next-in-turn"),
      ];
    },
    draw: () =>
      step(_("{count} players at {tables} tables.", { count, tables }), _("Draw the seating plan"), draws(false)),
    "start-clocks": () => step(_("Everybody is seated."), _("Start all clocks"), clocks(number, "start")),
    play: () => [_("Round {round} is in progress; tables still playing: {open}", { round: number, open: tables })],
    release: () =>
      step(_("Round {round} has ended.", { round: number }), _("Publish its results"), () =>
        record({ type: "Released", round: number }),
      ),
    pair: () => [
      ...step(
        _("Round {round} is not drawn yet.", { round: number }),
        _("Draw it by the standing"),
        paired(drawByStanding),
      ),
      current && button(".big", _("Tables by place"), paired(drawByPlace), "next-by-place"),
    ],
    publish: () =>
      step(
        _("Only the desk sees the seating of round {round}.", { round: number }),
        _("Publish the seating"),
        publishSeating(number),
      ),
    seat: () => {
      const says = _("Round {round} lacks players.", { round: number });
      return state.part === "seats" ? [says] : step(says, _("Go to seating"), () => show("seats"));
    },
    start: () =>
      step(
        awaited.length
          ? _("Round {round} can begin; not checked in: {away}", { round: number, away: named(awaited) })
          : _("Round {round} can begin.", { round: number }),
        _("Start round {round}", { round: number }),
        async () => {
          if (await record({ type: "Started", round: number })) show("round");
        },
      ),
    end: () => [_("All rounds were played.")],
  };
  return steps[due.step]();
}

const asked = location.hash.slice(1);
if (asked in PARTS) state.part = asked;
for (const [n, [name, [says]]] of Object.entries(PARTS).entries()) onKey(String(n + 1), says, () => show(name));
onKey("n", _("Go to the next step"), go("[data-key=next]"));
let drawn = false;
watchEvent(() => {
  const root = document.getElementById("desk");
  if (!drawn) root.replaceChildren(); // as the server drew it, of buttons that nothing listens to
  drawn = true;
  state.part ??= first();
  render(desk(), root);
});
