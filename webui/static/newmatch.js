// The form that starts a match: names, seats, rules, body, and how long it is.

import { act as actOnClock } from "./clock.js";
import { choice, field, openForm, select } from "./dialogs.js";
import { recordAndTell } from "./match.js";
import { ruleOptions } from "./options.js";
import { TABLE } from "./page.js";
import { WINDS, windName } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

/**
 * Open the form; everything has a value, so that the next tap may start the match.
 * @param about what the server gives: remembered `names`, the `seats` of the last match, `presets`, `bodies`, `rules`
 * @param then called when the match has begun
 * @param seen the version of the match that the page shows; 0 for none
 */
export function newMatch(about, then, seen) {
  const seats = [...about.seats];
  while (seats.length < 4) seats.push(_("Player {number}", { number: seats.length + 1 }));
  const playable = about.presets.some(([name]) => name === about.rules); // of some rules hands are scored alone
  const chosen = { rules: playable ? about.rules : null, body: null, hands: null };
  const lengths = () => body().lengths;
  const bodies = () => about.bodies.filter(({ game }) => game === game_of(chosen.rules));
  const body = () => bodies().find(({ name }) => name === chosen.body) ?? usual();
  const game_of = (rules) => about.presets.find(([name]) => name === rules)[2];
  const usual = () => bodies().find(({ name }) => name === about.presets.find(([rules]) => rules === chosen.rules)[3]);
  const winds = () => WINDS.slice(0, chosen.rules ? body().players : 4);
  const draw = (again) => () => {
    const random = crypto.getRandomValues(new Uint32Array(4));
    const places = winds().map((_wind, n) => n);
    const drawn = places.sort((one, other) => random[one] - random[other]).map((n) => seats[n]);
    seats.splice(0, drawn.length, ...drawn);
    again();
  };
  const pick = (name, again) => (value) => {
    chosen[name] = value;
    again();
  };
  const ofRules = (again) => [
    h("p", h("a", { href: `/rules?base=${chosen.rules}#own` }, _("Your own rules"))),
    bodies().length > 1 &&
      select(
        _("Regulations"),
        "body",
        bodies().map(({ name, title }) => [name, title]),
        body().name,
        pick("body", again),
      ),
    choice(
      "hands",
      body().dealer_repeats ? _("Deals") : _("Hands"),
      lengths().map((hands) => [hands, hands ? String(hands) : _("no end")]),
      lengths().includes(chosen.hands) ? chosen.hands : body().hands,
      pick("hands", () => {}),
    ),
    body().endless && stake(about),
  ];
  const content = (again) => [
    h(
      "fieldset.seats",
      h("legend", _("Who sits where in the first hand")),
      winds().map((wind, n) =>
        h(
          "label.field",
          h("span", windName(wind)),
          h("input", {
            name: "player",
            "data-key": `player${n}`,
            value: seats[n],
            list: "known-names",
            required: true,
            maxlength: 60,
            autocomplete: "off",
            onfocus: (event) => event.target.select(),
            oninput: (event) => {
              seats[n] = event.target.value;
            },
          }),
        ),
      ),
      h("button.button", { type: "button", onclick: draw(again), "data-key": "draw-seats" }, _("Draw seats")),
      h(
        "datalist",
        { id: "known-names" },
        about.names.map((value) => h("option", { value })),
      ),
    ),
    !playable && h("p.note", _("No match is played by the rules of this table: choose others.")),
    select(_("Rules"), "rules", ruleOptions(about.presets), chosen.rules, pick("rules", again)),
    chosen.rules && ofRules(again),
    field(_("Time limit in minutes (optional; starts now)"), {
      name: "minutes",
      "data-key": "minutes",
      type: "number",
      min: 1,
      max: 600,
      placeholder: (chosen.rules && body().minutes) ?? "",
    }),
  ];
  const start = async (data) => {
    const players = data.getAll("player").map((name) => name.trim());
    const act = { type: "Seated", players, rules: data.get("rules"), body: body().name };
    const [stake, currency] = ["stake", "currency"].map((name) => data.get(name)?.trim() ?? "");
    const money = stake || currency ? { stake: stake.replace(",", "."), currency } : {};
    if (!(await recordAndTell({ ...act, hands: Number(data.get("hands")), ...money }, then, seen))) return false;
    if (data.get("minutes")) await startClock(Number(data.get("minutes")));
    return true;
  };
  openForm(_("New match"), content, () => _("Start the match"), start);
}

/** Return what a point is worth in money, where a table plays for some. */
const stake = (about) =>
  h(
    "div.pair",
    field(_("Money for a point (optional)"), {
      name: "stake",
      "data-key": "stake",
      value: about.stake,
      inputmode: "decimal",
      pattern: "[0-9]{1,9}([.,][0-9]{1,4})?",
      autocomplete: "off",
    }),
    field(_("Currency"), {
      name: "currency",
      "data-key": "currency",
      value: about.currency,
      maxlength: 12,
      autocomplete: "off",
    }),
  );

const startClock = (minutes) => actOnClock({ do: "start", minutes }, TABLE);
