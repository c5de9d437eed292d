// The form of an event's data: a new one, or the data of one that is there.

import { field, openForm, select } from "./dialogs.js";
import { ruleOptions } from "./options.js";
import { h } from "./view.js";
import { _ } from "./words.js";

/** Return the rounds of an event, counted from 0; not more than there may be, whatever was typed. */
const MOST_ROUNDS = 100;

const upTo = (rounds) => [...Array(Math.max(0, Math.min(rounds, MOST_ROUNDS))).keys()];

const offered = JSON.parse(document.getElementById("offered").textContent);

/**
 * Open the form.
 * @param about the event's data; null for a new one
 * @param does called with the act that it makes; resolves to whether the form may close
 */
export function eventForm(about, does) {
  const chosen = { rules: about?.rules ?? "mcr", body: about?.body ?? null };
  const game = () => offered.presets.find(([name]) => name === chosen.rules)[2];
  const bodies = () => offered.bodies.filter((body) => body.game === game());
  const usual = () => offered.presets.find(([name]) => name === chosen.rules)[3];
  const body = () => bodies().find(({ name }) => name === chosen.body) ?? bodies().find(({ name }) => name === usual());
  const pick = (name, again) => (value) => {
    chosen[name] = value;
    again();
  };
  const text = (label, name, more = {}) =>
    field(label, { name, value: about?.[name] ?? "", maxlength: 60, autocomplete: "off", "data-key": name, ...more });
  let rounds = about?.rounds ?? 8;
  const times = () => [
    h("p", _("For the calendar, in this time zone; leave empty what is not known.")),
    text(_("Time zone"), "zone", {
      value: about?.zone || Intl.DateTimeFormat().resolvedOptions().timeZone,
      placeholder: "Europe/Berlin",
    }),
    ...upTo(rounds).map((n) =>
      field(_("Beginning of round {round}", { round: n + 1 }), {
        name: `time-${n}`,
        type: "datetime-local",
        value: about?.times?.[n] ?? "",
        "data-key": `time-${n}`,
      }),
    ),
  ];
  const timesOf = (data) => {
    const given = upTo(number(data, "rounds") ?? 1).map((n) => (data.get(`time-${n}`) ?? "").slice(0, 16));
    return given.slice(0, given.findLastIndex(Boolean) + 1);
  };
  const whole = (label, name, least, most, value) =>
    field(label, { name, type: "number", min: least, max: most, value, "data-key": name, inputmode: "numeric" });
  const content = (again) => [
    text(_("Name of the event"), "name", { required: true }),
    text(_("Venue"), "place"),
    text(_("First day"), "begins", { type: "date" }),
    text(_("Last day"), "ends", { type: "date" }),
    select(_("Rules"), "rules", ruleOptions(offered.presets), chosen.rules, pick("rules", again)),
    select(
      _("Regulations"),
      "body",
      bodies().map(({ name, title }) => [name, title]),
      body().name,
      pick("body", again),
    ),
    field(_("Number of rounds"), {
      name: "rounds",
      type: "number",
      min: 1,
      max: MOST_ROUNDS,
      value: rounds,
      "data-key": "rounds",
      inputmode: "numeric",
      onchange: ({ target }) => {
        rounds = Number(target.value) || 1;
        again();
      },
    }),
    whole(_("Hands of a match"), "hands", 1, 16, about?.hands ?? body().hands),
    whole(
      _("Minutes of a round (empty: as in the regulations)"),
      "minutes",
      1,
      600,
      about?.minutes ?? body().minutes ?? "",
    ),
    field(_("Entry fee"), {
      name: "fee",
      type: "number",
      min: 0,
      step: "0.01",
      value: about?.fee ? about.fee / 100 : "",
      "data-key": "fee",
    }),
    text(_("Currency"), "currency", { maxlength: 10 }),
    h("details", { "data-key": "times" }, h("summary", _("Times of the rounds")), h("div.stack", times())),
    whole(_("Points of the ranking for sitting out a round"), "bye", 0, 100, about?.bye ?? 0),
    field(_("Weight in the rating over events"), {
      name: "weight",
      type: "number",
      min: 0.01,
      max: 10,
      step: "0.01",
      value: (about?.weight ?? 100) / 100,
      required: true,
      "data-key": "weight",
    }),
  ];
  const number = (data, name) => Number(data.get(name)) || null;
  const timed = (given, zone) => (given.length ? { zone, times: given } : {});
  const act = (data) => ({
    type: "Opened",
    name: data.get("name").trim(),
    place: data.get("place").trim(),
    begins: data.get("begins"),
    ends: data.get("ends"),
    rules: data.get("rules"),
    body: data.get("body"),
    rounds: number(data, "rounds") ?? 1,
    hands: number(data, "hands"),
    minutes: number(data, "minutes"),
    fee: Math.round(100 * Number(data.get("fee"))),
    currency: data.get("currency").trim(),
    ...timed(timesOf(data), data.get("zone").trim()),
    bye: Number(data.get("bye") || 0),
    weight: Math.round(100 * Number(data.get("weight"))),
  });
  openForm(
    about ? _("Event details") : _("New event"),
    content,
    () => (about ? _("Correct it") : _("Create the event")),
    (data) => does(act(data)),
  );
}
