// Appeals about the hands of a match: who made them, what a referee decided, and the dialogs for both.

import { choice, openForm } from "./dialogs.js";
import { recordAndTell } from "./match.js";
import { button, h } from "./page.js";
import { day } from "./records.js";
import { windName, WINDS } from "./tiles.js";
import { timeOfDay } from "./time.js";
import { _ } from "./words.js";

const clock = (iso) => `${day(iso)}, ${timeOfDay(iso)}`;

/** An answer as a sentence. */
const ANSWERS = {
  upheld: ({ who, time }) => (who ? _("Upheld by {who}, {time}", { who, time }) : _("Upheld, {time}", { time })),
  dismissed: ({ who, time }) =>
    who ? _("Dismissed by {who}, {time}", { who, time }) : _("Dismissed, {time}", { time }),
};

const answer = ({ decision, who, when }) => ANSWERS[decision]({ who, time: clock(when) });

/** Until when appeals may be handed in, as a sentence; "" while the match is played, and where there is no limit. */
const appealLimit = ({ appeals_until: until }) =>
  until ? _("Appeals may be handed in until {time}.", { time: clock(until) }) : "";

/**
 * The appeals about a hand, with the ways to make one and to decide those that are open.
 * @param then called once something is recorded
 */
export function appealsOfHand(match, hand, then) {
  const about = hand.ended ?? hand.records.at(-1); // the record that an appeal names
  const made = match.appeals.filter((each) => each.hand === hand.number);
  if (!made.length && about === undefined) return null;
  return h(
    "section.card.appeals",
    h("h2", _("Appeals")),
    made.length > 0 &&
      h(
        "ul",
        made.map((each) => line(each, () => decide(each, then))),
      ),
    h("p.note", appealLimit(match)),
    about !== undefined &&
      h(
        "div.match-tools",
        button(".small", _("Appeal"), () => appeal(match, hand, about, then), "appeal"),
      ),
  );
}

const line = ({ record, player, reason, who, when, late, decided }, decides) =>
  h(
    "li",
    h(
      "p",
      h("b", player),
      " ",
      h("small", who ? _("recorded by {who}, {time}", { who, time: clock(when) }) : clock(when)),
    ),
    h("p.why", reason),
    late && h("p.bad", _("Handed in after the time for appeals.")),
    decided
      ? h("p.decided", h("b", answer(decided)), h("span.why", decided.reason))
      : h("p.open", h("b", _("Not decided yet")), button(".small", _("Decide"), decides, `decide-${record}`)),
  );

const written = (label) =>
  h(
    "label.field",
    h("span", label),
    h("textarea", { name: "reason", rows: "4", required: true, maxlength: 2000, "data-key": "reason" }),
  );

function appeal(match, hand, of, then) {
  const labels = WINDS.map((wind) => [hand.seats[wind], h("b", hand.seats[wind]), " ", h("small", windName(wind))]);
  const content = () => [
    choice("player", _("Who appeals?"), labels, null),
    written(_("What is the matter?")),
    h("p.note", appealLimit(match)),
  ];
  const does = (data) => {
    const act = { type: "Appealed", of, player: data.get("player"), reason: data.get("reason").trim() };
    return recordAndTell(act, then).then(Boolean);
  };
  openForm(_("Appeal about hand {number}", hand), content, () => _("Record the appeal"), does);
}

function decide({ record, player, reason }, then) {
  const content = () => [
    h("p.why", h("b", player), " ", reason),
    choice(
      "decision",
      _("What is decided?"),
      [
        ["upheld", h("b", _("Upheld"))],
        ["dismissed", h("b", _("Dismissed"))],
      ],
      null,
    ),
    written(_("Why?")),
    h("p.note", _("The decision changes no points. Correct the result, or take a penalty back, where it must.")),
  ];
  const does = (data) => {
    const act = {
      type: "AppealDecided",
      of: record,
      decision: data.get("decision"),
      reason: data.get("reason").trim(),
    };
    return recordAndTell(act, then).then(Boolean);
  };
  openForm(_("Decide the appeal"), content, () => _("Record the decision"), does);
}
