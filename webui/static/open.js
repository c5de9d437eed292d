// The page that opens the bundle of a match: its sheet, and what in it does not hold.

import { ask, button, fill, h, TABLE, tellTrouble } from "./page.js";
import { _ } from "./words.js";

const input = document.getElementById("bundle");
const opening = document.getElementById("opening");

input.addEventListener("change", async () => {
  const file = input.files[0];
  if (!file) return;
  opening.textContent = _("Checking {name}…", { name: file.name });
  fill(document.getElementById("opened"));
  try {
    show(await ask("POST", "/api/bundles", formOf(file)), file);
    opening.textContent = file.name;
  } catch (trouble) {
    opening.textContent = "";
    tellTrouble(trouble);
  }
  input.value = ""; // the same file may be chosen again
});

function formOf(file) {
  const form = new FormData();
  form.append("bundle", file);
  return form;
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
    ),
  );
}

/** Makes the match of a bundle one of this table's; sent again it is not doubled. */
async function takeOver(file) {
  const place = document.getElementById("taking");
  const [before] = place.children;
  fill(place, h("p", { role: "status" }, _("Taking over {name}…", { name: file.name })));
  try {
    const { table, number, records, photos } = await ask("POST", `/api/tables/${TABLE}/bundles`, formOf(file));
    const said = records
      ? _("Taken over. New records: {records}, new photographs: {photos}", { records, photos })
      : _("All of it is kept here already");
    const sheet = h("a.button", { href: `/t/${table}/sheet?match=${number}` }, _("Hand sheet"));
    fill(place, h("p", { role: "status" }, said), sheet);
  } catch (trouble) {
    fill(place, before);
    tellTrouble(trouble);
  }
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
        `${hand.number}${hand.approved ? " ◆" : ""}`,
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
