// The desk of an event: its parts, and what there is to do next.

import { players } from "./deskplayers.js";
import { records, results } from "./deskresults.js";
import { clocks, round, seats } from "./deskrounds.js";
import { awaited, current, draw, onEvent, record, state, unfinished, watchEvent } from "./deskstate.js";
import { eventForm } from "./eventform.js";
import { go, onKey } from "./keys.js";
import { button, fill, h, keepFocus, setText } from "./page.js";
import { _ } from "./words.js";

const PARTS = {
  players: [_("Players"), players],
  seats: [_("Seating"), seats],
  round: [_("This round"), round],
  results: [_("Results"), results],
  records: [_("Records"), records],
};

const NAMED = 4; // players at most that are listed by name

const at = (id) => document.getElementById(id);
let part = location.hash.slice(1) in PARTS ? location.hash.slice(1) : null;

function show(name) {
  part = name;
  history.replaceState(null, "", `#${name}`);
  drawAll();
}

function drawAll() {
  if (!state.event) return;
  part ??= state.event.drawn.length ? (current() ? "round" : "seats") : "players";
  keepFocus(() => {
    drawHead();
    fill(
      at("desk-tabs"),
      Object.entries(PARTS).map(([name, [says]]) =>
        h(
          "button.button",
          { "aria-current": name === part ? "page" : null, onclick: () => show(name), "data-key": `tab-${name}` },
          says,
        ),
      ),
    );
    fill(at("desk-alerts"), state.event.undone.map(undone));
    const due = document.querySelector("#desk-head .next span")?.textContent;
    setText(at("said"), [...state.event.undone.map(undoneWords), due].filter(Boolean).join(" "));
    fill(at("desk-part"), PARTS[part][1]());
  });
}

const undoneWords = ({ table, says }) => _("Table {table} did not follow: {says}", { table, says });
const undone = (each) => h("p.alert", undoneWords(each));

function drawHead() {
  const { name, place } = state.event.about;
  const facts = [
    place,
    state.event.rules_title,
    state.event.body_title,
    _("Rounds: {rounds}", { rounds: state.event.rounds }),
  ];
  fill(
    at("desk-head"),
    h("div", h("h1", name), h("p.facts", facts.filter(Boolean).join(" · "))),
    h("div.next", nextStep(), button(".small", _("Data of the event"), change, "data")),
  );
}

const change = () =>
  eventForm(state.event.about, async (act) =>
    Boolean(await record({ type: "Corrected", of: 1, act, reason: _("data of the event") })),
  );

/** Players by name where they are few, else how many. */
const named = (people) => (people.length <= NAMED ? people.map(({ name }) => name).join(_(", ")) : people.length);

/** The step that is due: a sentence, and the button that does it. */
function nextStep() {
  const step = (says, label, does) => [h("span", says), button(".primary.big", label, does, "next")];
  const now = current();
  const many = state.event.people.filter((each) => each.withdrawn === null).length;
  if (!state.event.people.length) return step(_("Nobody was entered yet."), _("To the players"), () => show("players"));
  if (!state.event.drawn.length) {
    if (many % 4)
      return step(
        _("{count} players fill no tables of four: {missing} more are needed.", {
          count: many,
          missing: 4 - (many % 4),
        }),
        _("To the players"),
        () => show("players"),
      );
    return step(
      _("{count} players at {tables} tables.", { count: many, tables: many / 4 }),
      _("Draw the seating"),
      async () => {
        await draw(1);
        show("seats");
      },
    );
  }
  if (now && unfinished(now).length) {
    const waits = now.tables.some(
      ({ clock, over }) => !over && (!clock || clock.phase === "ready" || clock.phase === "ended"),
    );
    if (waits) return step(_("Everybody is seated."), _("Start all clocks"), clocks(now, "start"));
    const about = { open: unfinished(now).length, round: now.round };
    return [h("span", _("Round {round} is played; tables that still play: {open}", about))];
  }
  if (now && !now.released)
    return step(_("Round {round} has ended.", { round: now.round }), _("Release its results"), () =>
      record({ type: "Released", round: now.round }),
    );
  if (state.event.next === null) return [h("span", _("All rounds were played."))];
  const coming = state.event.drawn.find(({ round: number }) => number === state.event.next);
  if (coming.missing.length)
    return step(_("Round {round} lacks players.", { round: state.event.next }), _("To the seating"), () =>
      show("seats"),
    );
  const away = awaited();
  return step(
    away.length
      ? _("Round {round} can begin; not here yet: {away}", { round: state.event.next, away: named(away) })
      : _("Round {round} can begin.", { round: state.event.next }),
    _("Seat round {round}", { round: state.event.next }),
    async () => {
      if (await record({ type: "Started", round: state.event.next })) show("round");
    },
  );
}

for (const [n, [name, [says]]] of Object.entries(PARTS).entries()) onKey(String(n + 1), says, () => show(name));
onKey("n", _("To what is due"), go("[data-key=next]"));
onEvent(drawAll);
addEventListener("desk-draw", drawAll);
watchEvent();
