// The players of an event: entering them, checking them in, who is missing, who has withdrawn.

import { entry, payField, payHint, payment } from "./deskfees.js";
import { enterList } from "./desklist.js";
import { person, record, set, state } from "./deskstate.js";
import { money } from "./acts.js";
import { choice, field, openForm, select } from "./dialogs.js";
import { button, h } from "./view.js";
import { _ } from "./words.js";

const TEXTS = ["name", "first", "last", "legal", "ema", "other", "country", "team", "club"];

/** Return the part of the page: tools, a field to find somebody, and the list. */
export function players() {
  const here = state.event.people.filter((each) => each.here && !each.withdrawn).length;
  const all = state.event.people.filter((each) => each.withdrawn === null).length;
  const found = ({ number, name, team }) => `${number} ${name} ${team}`.toLowerCase().includes(state.wanted);
  const find = h("input", {
    type: "search",
    defaultValue: state.wanted,
    "aria-label": _("Find a player"),
    placeholder: _("Find a player"),
    "data-key": "find",
    oninput: (typed) => set({ wanted: typed.target.value.trim().toLowerCase() }),
  });
  return [
    h(
      "div.part-head.row",
      h("h2", _("Players")),
      h("span.count.muted", _("{here} of {all} checked in", { here, all })),
      h(
        "span.tools",
        button(".primary", _("Enter players"), enterList, "enter"),
        button("", _("Add substitutes"), substitutes, "substitutes"),
        teams().length > 0 && state.event.coming.length > 0 && button("", _("Line-up of a team"), lineUp, "line-up"),
      ),
    ),
    state.event.people.length > 8 && find,
    !state.event.people.length && h("p.hint", _("Paste the list of players, or choose a CSV or XLSX file.")),
    h("ul.people.grid", state.event.people.filter(found).map(line)),
  ];
}

function line(each) {
  const gone = each.withdrawn !== null;
  const facts = [
    each.substitute && _("substitute"),
    each.team,
    each.country,
    each.fee !== each.paid && _("fee: {paid} of {fee} paid", { paid: money(each.paid), fee: money(each.fee) }),
    gone && (each.withdrawn ? _("withdrawn: {reason}", { reason: each.withdrawn }) : _("withdrawn")),
    !gone && each.absent.length > 0 && _("misses round {rounds}", { rounds: each.absent.join(_(", ")) }),
  ];
  const tick = () => record({ type: "CheckedIn", player: each.number, here: !each.here });
  return h(
    `li${gone ? ".gone" : ""}`,
    { key: each.number },
    h(
      "button.tick.box",
      { "aria-pressed": String(each.here), disabled: gone, onclick: tick, "data-key": `here${each.number}` },
      h("span.mark", { "aria-hidden": "true" }, each.here ? "✓" : ""),
      h("span.number", String(each.number)),
      h("span.name", h("b", each.name), h("small", facts.filter(Boolean).join(" · "))),
    ),
    h(
      "button.button.small.more",
      {
        onclick: () => more(each),
        "data-key": `more${each.number}`,
        "aria-label": _("More about {name}", { name: each.name }),
      },
      "…",
    ),
  );
}

const teams = () => [...new Set(state.event.people.map(({ team }) => team))].filter(Boolean).sort();

/** Ask who of a team plays in which of the rounds to come. */
function lineUp() {
  let team = teams()[0];
  const [next] = state.event.coming;
  const content = (again) => {
    const members = state.event.people.filter((each) => each.team === team && each.withdrawn === null);
    const chosen = state.event.line_ups.find((each) => each.round === next && each.team === team)?.players;
    return [
      h("p.hint", _("They take the drawn places of their team. With nobody ticked, all may play.")),
      select(
        _("Team"),
        "team",
        teams().map((name) => [name, name]),
        team,
        (value) => {
          team = value;
          again();
        },
      ),
      roundTicks("line-up", state.event.coming, [next]),
      h(
        "fieldset.choice",
        { key: team },
        h("legend", _("Who plays")),
        members.map(({ number, name }) =>
          h(
            "label.check",
            h("input", {
              type: "checkbox",
              name: "member",
              value: String(number),
              defaultChecked: chosen?.includes(number) ?? false,
              "data-key": `member${number}`,
            }),
            name,
          ),
        ),
      ),
    ];
  };
  const does = async (data) => {
    const [rounds, players] = ["round", "member"].map((name) => data.getAll(name).map(Number));
    return rounds.length > 0 && Boolean(await record({ type: "LinedUp", team, rounds, players }));
  };
  openForm(_("Line-up of a team"), content, () => _("Record it"), does);
}

/** Substitute without a name of their own, so that all tables are full. */
function substitutes() {
  const content = () =>
    field(_("How many"), {
      name: "count",
      type: "number",
      min: 1,
      max: 20,
      value: state.event.vacant || 1,
      "data-key": "count",
    });
  const does = async (data) => {
    const taken = new Set(state.event.people.map(({ number }) => number));
    const names = new Set(state.event.people.map(({ name }) => name));
    const people = [];
    for (let number = 1, at = 1; people.length < Number(data.get("count")); number += 1) {
      if (taken.has(number)) continue;
      while (names.has(_("Substitute {number}", { number: at }))) at += 1;
      people.push({ number, name: _("Substitute {number}", { number: at }), substitute: true });
      at += 1;
    }
    return Boolean(await record({ type: "Entered", people }));
  };
  openForm(_("Add substitutes"), content, () => _("Add them"), does);
}

/** Return what may be done about one player. */
function more(each) {
  const rounds = state.event.coming;
  let what = "correct";
  const kinds = [
    ["correct", _("Correct the entry")],
    ["absent", _("Misses rounds")],
    ["substitute", _("Substitute")],
    ["withdraw", _("Withdraws")],
    ["pay", _("Pays the fee")],
  ];
  const text = (label, name, wide = 60) =>
    field(label, { name, value: each[name], maxlength: wide, autocomplete: "off", "data-key": name });
  const fields = {
    correct: () => [
      field(_("Name"), { name: "name", value: each.name, maxlength: 60, required: true, "data-key": "name" }),
      text(_("First name"), "first"),
      text(_("Last name"), "last"),
      text(_("Legal name, if it is another and not first and last name"), "legal"),
      text(_("EMA number"), "ema", 8),
      text(_("Other association’s number"), "other", 30),
      text(_("Country"), "country"),
      text(_("Team"), "team"),
      text(_("Club"), "club"),
      h(
        "label.check",
        h("input", { type: "checkbox", name: "photos", defaultChecked: each.photos, "data-key": "photos" }),
        _("Photos may be published"),
      ),
    ],
    absent: () => [
      roundTicks("absent", rounds, each.absent),
      field(_("Reason"), { name: "reason", maxlength: 200, "data-key": "reason" }),
    ],
    substitute: () => [inPlaceOf(each, state.event.free), roundTicks("substitute", rounds, rounds), whosePoints(each)],
    withdraw: () => field(_("Reason"), { name: "reason", maxlength: 200, "data-key": "reason" }),
    pay: () => [payHint(each), payField(each)],
  };
  const content = (again) => [
    choice("what", each.name, kinds, what, (value) => {
      what = value;
      again();
    }),
    fields[what](),
  ];
  const does = async (data) => {
    const chosen = data.getAll("round").map(Number);
    const reason = data.get("reason")?.trim() ?? "";
    const value = (name) => data.get(name)?.trim() ?? "";
    const acts = {
      correct: () => ({
        type: "Amended",
        person: {
          ...entry(each),
          photos: Boolean(data.get("photos")),
          ...Object.fromEntries(TEXTS.map((name) => [name, value(name)])),
        },
      }),
      absent: () => ({ type: "Absent", player: each.number, rounds: chosen, reason }),
      substitute: () => ({
        type: "StoodIn",
        player: each.number,
        by: Number(data.get("by")),
        rounds: chosen,
        credited: data.get("credited"),
      }),
      withdraw: () => ({ type: "Withdrawn", player: each.number, reason }),
      pay: () => payment(each, data),
    };
    return what === "substitute" && !data.get("by") ? false : Boolean(await record(acts[what]()));
  };
  openForm(_("More about {name}", { name: each.name }), content, () => _("Record it"), does);
}

const roundTicks = (what, rounds, ticked) =>
  h(
    "fieldset.choice",
    { key: what },
    h("legend", _("Rounds")),
    h(
      "div.row",
      rounds.map((number) =>
        h(
          "label.check",
          h("input", {
            type: "checkbox",
            name: "round",
            value: String(number),
            defaultChecked: ticked.includes(number),
            "data-key": `round${number}`,
          }),
          String(number),
        ),
      ),
    ),
  );

const whosePoints = ({ name }) =>
  choice(
    "credited",
    _("Whose points they are"),
    [
      ["player", name],
      ["substitute", _("The substitute’s own")],
    ],
    "player",
  );

/**
 * Return the list of those who may sit in the place of a player.
 * @param free the numbers of those who sit nowhere
 * @param again whether the player may come back too
 */
function inPlaceOf({ name, number }, free, again = false) {
  const others = free.filter((other) => other !== number).map(person);
  const options = others.map((other) => [String(other.number), `${other.number} · ${other.name}`]);
  if (again) options.push([String(number), _("{name} again", { name })]);
  if (!options.length) return h("p.alert", _("Nobody is free in these rounds: add substitutes first."));
  return select(_("Substitute for {name}", { name }), "by", options, options.length > 1 ? null : options[0][0]);
}

/** Put somebody in the place of a player in one round; `again` is whether somebody sits there already. */
export function substitute(number, { round, free }, again) {
  const each = person(number);
  const content = () => [inPlaceOf(each, free, again), whosePoints(each)];
  const does = async (data) => {
    if (!data.get("by")) return false;
    const act = { type: "StoodIn", player: number, by: Number(data.get("by")), rounds: [round] };
    return Boolean(await record({ ...act, credited: data.get("credited") }));
  };
  openForm(_("Substitute in round {round}", { round }), content, () => _("Record it"), does);
}
