// The page that opens the bundle of a match: its sheet, and what in it does not hold.

import { longWork, showLate } from "./longwork.js";
import { button, fill, h, TABLE, tellTrouble } from "./page.js";
import { sendForm } from "./sending.js";
import { megabytes } from "./takeaway.js";
import { _ } from "./words.js";

const input = document.getElementById("bundle");
const opening = document.getElementById("opening");

input.addEventListener("change", async () => {
  const file = input.files[0];
  if (!file) return;
  fill(document.getElementById("opened"));
  const found = await send("/api/bundles", file, opening, _("Checking {name}…", { name: file.name }));
  if (found) {
    show(found, file);
    fill(opening, h("p", file.name));
  }
  input.value = ""; // the same file may be chosen again
});

/**
 * Sends a bundle, with how much has gone and a way to stop; resolves to null where it was stopped or refused.
 * @param place the element that shows how far it is, and that it was stopped
 * @param after says what the server does once all has gone; that takes moments, and is done whole or not at all
 */
async function send(address, file, place, after) {
  const ending = new AbortController();
  const work = longWork(_("Megabytes of the bundle"), file.size, () => ending.abort());
  const far = (size) => _("{size} of {all} MB", { size: megabytes(size), all: megabytes(file.size) });
  work.show(0, far(0));
  const end = showLate(place, work);
  const form = new FormData();
  form.append("bundle", file);
  let gone = false;
  const sent = (size) => {
    gone = size >= file.size;
    work.show(Math.min(size, file.size), gone ? after : far(size));
  };
  try {
    const answer = await sendForm(address, form, sent, ending.signal);
    end();
    return answer;
  } catch (trouble) {
    if (ending.signal.aborted) {
      end(h("p", gone ? _("Not waited for any longer") : _("Stopped: nothing of it was kept.")));
    } else {
      end();
      tellTrouble(trouble);
    }
    return null;
  }
}

function show(found, file) {
  const { match } = found;
  fill(
    document.getElementById("opened"),
    h(
      `section.card.verdict.${found.sound ? "good" : "bad"}`,
      { "aria-labelledby": "verdict" },
      h("h2", { id: "verdict" }, found.sound ? _("Everything holds") : _("Not everything holds")),
      found.problems.length
        ? h(
            "ul",
            found.problems.map((problem) => h("li", problem.says)),
          )
        : null,
      h("p", _("Records: {records}, photographs: {photos}", { records: found.records, photos: found.photos.length })),
      found.sound &&
        h(
          "div",
          { id: "taking" },
          button(".primary", _("Take it over"), () => takeOver(file), "take-over"),
        ),
      h("p", _("Seal: {seal}", { seal: "" }), h("code", found.seal)),
    ),
    h(
      "section.card",
      { "aria-labelledby": "sheet" },
      h("h2", { id: "sheet" }, _("Hand sheet")),
      h("div.scroll", { tabindex: "0", role: "group", "aria-labelledby": "sheet" }, sheet(match)),
      match.penalties.length
        ? [
            h("h3", _("Penalties")),
            h(
              "ul",
              match.penalties.map((fine) => h("li", penalty(fine))),
            ),
          ]
        : null,
      match.departures.length > 0 && [
        h("h3", _("Who plays")),
        h(
          "ul",
          match.departures.map(({ hand, says }) => h("li", _("Hand {hand}: {says}", { hand, says }))),
        ),
      ],
    ),
  );
}

/** Makes the match of a bundle one of this table's; sent again it is not doubled. */
async function takeOver(file) {
  const place = document.getElementById("taking");
  const [before] = place.children;
  const says = h("div", { role: "status" });
  before.disabled = true;
  before.nextElementSibling?.remove(); // what was said of a try before
  place.append(says);
  const taken = await send(`/api/tables/${TABLE}/bundles`, file, says, _("Taking over {name}…", { name: file.name }));
  before.disabled = false;
  if (!taken) return;
  const { table, number, records, photos } = taken;
  const said = records
    ? _("Taken over. New records: {records}, new photographs: {photos}", { records, photos })
    : _("All of it is kept here already");
  const sheet = h("a.button", { href: `/t/${table}/sheet?match=${number}` }, _("Hand sheet"));
  before.remove();
  fill(says, h("p", said), sheet);
}

/** The hand sheet: a row a hand, with each player's sign, points and total. */
function sheet(match) {
  const inPlay = match.over ? null : match.hands.at(-1);
  const cell = (hand, player) => {
    const points = hand.points[player] - hand.deducted[player];
    const open = hand === inPlay;
    return h(
      "td",
      h("span", `${hand.marks[player] ?? ""} ${open && !points ? "" : `${points > 0 ? "+" : ""}${points}`}`),
      !open && h("b", String(hand.totals[player])),
    );
  };
  const rows = match.hands.map((hand) =>
    h(
      "tr",
      h(
        "th",
        { scope: "row" },
        `${hand.number}${hand.approved ? " ◆" : ""}${hand.corrected.length ? " ✎" : ""}`,
        hand === inPlay && [" ", h("small", _("in play"))],
      ),
      match.players.map((player) => cell(hand, player)),
    ),
  );
  const line = (name, points) =>
    h(
      "tr",
      h("th", { scope: "row" }, name),
      match.players.map((player) => h("td", h("b", String(points[player])))),
    );
  const played = Object.keys(match.table_points).length > 0;
  return h(
    "table",
    h(
      "thead",
      h(
        "tr",
        h("th", _("Hand")),
        match.players.map((player) => h("th", { scope: "col" }, player)),
      ),
    ),
    h("tbody", rows),
    h("tfoot", line(_("Total"), match.totals), played && line(_("Table points"), match.table_points)),
  );
}

const penalty = (fine) =>
  _("hand {hand}, {player}: {amount} ({why})", {
    hand: fine.hand,
    player: fine.player,
    amount: fine.amount,
    why: fine.why,
  });
