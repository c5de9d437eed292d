// Appeals about the hands of a match: the dialogs that make one, and that decide one.

import { choice, openForm } from "./dialogs.js";
import { recordAndTell } from "./match.js";
import { moment } from "./records.js";
import { windName, windsOf } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

/** Until when appeals may be handed in, as a sentence; "" while the match is played, and where there is no limit. */
const appealLimit = ({ appeals_until: until }) =>
  until ? _("Appeals may be handed in until {time}.", { time: moment(until) }) : "";

const written = (label) =>
  h(
    "label.field",
    h("span", label),
    h("textarea", { name: "reason", rows: "4", required: true, maxlength: 2000, "data-key": "reason" }),
  );

/**
 * Ask who appeals about a hand, and why.
 * @param of the record that the appeal names
 * @param then called once it is recorded
 */
export function appeal(match, hand, of, then) {
  const labels = windsOf(hand.seats).map((wind) => [
    hand.seats[wind],
    h("b", hand.seats[wind]),
    " ",
    h("small", windName(wind)),
  ]);
  const content = () => [
    choice("player", _("Who appeals?"), labels, null),
    written(_("What is the matter?")),
    h("p.note", appealLimit(match)),
  ];
  const does = (data) => {
    const act = { type: "Appealed", of, player: data.get("player"), reason: data.get("reason").trim() };
    return recordAndTell(act, then).then(Boolean);
  };
  openForm(_("Appeal about hand {number}", hand), content, () => _("Record the appeal"), does, of);
}

/** Ask for the decision of an appeal. */
export function decide({ record, player, reason }, then) {
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
    h("p.note", _("The decision changes no points. Correct the result or undo a penalty if necessary.")),
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
  openForm(_("Decide the appeal"), content, () => _("Record the decision"), does, record);
}
