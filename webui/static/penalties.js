// All that a referee records besides wins: false wins, penalties, fouls, dead hands, who is out, wrong seats, the end
// of time.

import { choice, field, openForm, select, senders } from "./dialogs.js";
import { recordAndTell } from "./match.js";
import { windName, windsOf } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const OTHER = ""; // value of the reason that is typed

const seated = (match) => {
  const { seats } = match.current ?? match.hands.at(-1);
  return windsOf(seats).map((wind) => [seats[wind], h("b", seats[wind]), " ", h("small", windName(wind))]);
};

/**
 * Ask whose false win it was and of what kind, with what the body takes for it; a tap on the player records it.
 * @param match the match
 * @param then called once it is recorded
 * @param known what is known already: `player`, `kind`, and `laid`, the id of the hand that was declared
 */
export function falseWin(match, then, known = {}) {
  const chosen = { player: known.player ?? null, kind: known.kind ?? match.offers.false_wins[0].kind };
  const offers = match.offers.false_wins;
  const offer = () => offers.find(({ kind }) => kind === chosen.kind);
  const content = (again) => {
    const pick = (name) => (value) => {
      chosen[name] = value;
      again();
    };
    const free = offer().each === null && !offer().disqualified;
    return [
      known.player && choice("player", _("Who declared the win?"), seated(match), chosen.player, pick("player")),
      choice(
        "kind",
        _("What kind of false win?"),
        offers.map((one) => [one.kind, h("b", one.says), " ", h("small", one.costs)]),
        chosen.kind,
        pick("kind"),
      ),
      free &&
        field(_("Points to each other player"), { name: "each", type: "number", min: 0, max: 99999, required: true }),
      h(
        "p.note",
        match.offers.false_win_ends
          ? _("The hand ends and is dealt again.")
          : _("The hand of this player is dead; the others play on."),
      ),
      !known.player && senders("player", _("Who declared the win?"), seated(match)),
    ];
  };
  const does = (data) => {
    const act = { type: "FalseWin", player: data.get("player"), kind: data.get("kind") };
    if (known.laid) act.laid = known.laid;
    if (data.get("each")) act.each = Number(data.get("each"));
    return recordAndTell(act, then, match.version).then(Boolean);
  };
  openForm(
    _("False win"),
    content,
    known.player ? () => _("Record the false win") : null,
    does,
    `${match.number} ${match.hands.length} ${known.laid ?? ""}`,
  );
}

/** Ask who did what, and what it costs: a warning, a step of the body's ladder, points, a dead hand, the match. */
export function penalty(match, then) {
  const { offers } = match;
  const chosen = { player: null, what: offers.fouls[0]?.ladder ?? null, reason: null };
  const kinds = () => [
    ...offers.fouls.map((one) => [one.ladder, h("b", one.says), " ", h("small", one.costs[chosen.player] ?? "")]),
    ["warning", h("b", _("Warning"))],
    ["points", h("b", _("Penalty points"))],
    ["dead", h("b", _("Dead hand"))],
    ...(offers.late.length ? [["late", h("b", _("Came late"))]] : []),
    ["out", h("b", _("Disqualified"))],
    ["gone", h("b", _("No-show or left"))],
  ];
  const any = [...offers.penalties, ...offers.fouls.flatMap((one) => one.reasons)];
  const reasons = () =>
    chosen.what === "dead"
      ? offers.dead_hands
      : (offers.fouls.find(({ ladder }) => ladder === chosen.what)?.reasons ?? any);
  const why = (pick) => {
    const usual = reasons().map(({ reason, says }) => [reason, says]);
    const typed = !usual.length || chosen.reason === OTHER;
    return [
      usual.length > 0 &&
        choice("why", _("Reason"), [...usual, [OTHER, _("Another reason")]], chosen.reason, pick("reason")),
      typed &&
        field(_("Reason"), {
          name: "reason",
          required: true,
          maxlength: 200,
          autocomplete: "off",
          "data-key": "reason",
        }),
    ];
  };
  const content = (again) => {
    const pick = (name) => (value) => {
      chosen[name] = value;
      if (name === "what") chosen.reason = null;
      again();
    };
    const usual = offers.penalties.find(({ reason }) => reason === chosen.reason);
    return [
      choice("player", _("Who?"), seated(match), chosen.player, pick("player")),
      choice("what", _("Penalty"), kinds(), chosen.what, pick("what")),
      chosen.what === "points" && [
        field(_("Points"), {
          name: "amount",
          key: `amount-${usual?.reason}`,
          type: "number",
          min: 1,
          max: 99999,
          value: usual?.amount || "",
          required: true,
          "data-key": "amount",
        }),
        select(
          _("Points of the penalty"),
          "flow",
          [
            ["deducted", _("deducted only")],
            ["paid", _("to the other players")],
          ],
          "deducted",
        ),
      ],
      chosen.what === "late"
        ? field(_("Minutes late"), { name: "minutes", type: "number", min: 1, max: 600, required: true })
        : chosen.what && why(pick),
    ];
  };
  const does = (data) => {
    const act = penaltyAct(data, data.get("reason")?.trim() ?? data.get("why"));
    return recordAndTell(act, then, match.version).then(Boolean);
  };
  openForm(_("Penalty"), content, () => _("Record the penalty"), does, match.number);
}

function penaltyAct(data, reason) {
  const about = { player: data.get("player"), reason };
  switch (data.get("what")) {
    case "match":
    case "hand":
      return { type: "Foul", ...about, ladder: data.get("what") };
    case "dead":
      return { type: "DeadHand", ...about };
    case "late":
      return { type: "Late", player: about.player, minutes: Number(data.get("minutes")) };
    case "out":
      return { type: "Disqualified", ...about };
    case "gone":
      return { type: "Forfeited", ...about };
  }
  return { type: "Penalty", ...about, amount: Number(data.get("amount") ?? 0), flow: data.get("flow") ?? "deducted" };
}

/** Ask what happened to the match: the end of the time, wrong seats, a name to correct, somebody who plays on. */
export function matters(match, then) {
  const always = ["rename", "erase", "swap"];
  const chosen = { what: null };
  const kinds = [
    ["time", _("Time is up: the current hand is the last")],
    ["cut", _("Time is up: the current hand does not count")],
    ["rename", _("A name is wrong")],
    ["erase", _("Remove a player's name")],
    ["swap", _("Two players in each other's seats")],
    ["substitute", _("Substitute for a player")],
    ["three", _("The others play on")],
  ];
  const names = match.players.map((name) => [name, name]);
  const reason = () => field(_("Reason"), { name: "reason", required: true, maxlength: 200, autocomplete: "off" });
  const fields = {
    rename: () => [
      select(_("Player"), "player", names, null),
      field(_("Right name"), { name: "name", required: true, maxlength: 60, autocomplete: "off" }),
    ],
    erase: () => [
      select(_("Player"), "player", names, null),
      field(_("Shown instead"), { name: "name", required: true, maxlength: 60, autocomplete: "off" }),
    ],
    swap: () => [
      select(_("Player"), "one", names, null),
      select(_("and"), "other", names, null),
      field(_("Since hand"), {
        name: "since",
        type: "number",
        min: 1,
        max: match.hands.length,
        value: match.hands.length,
        required: true,
      }),
      reason(),
    ],
    substitute: () => [
      select(_("Replaces"), "player", names, null),
      field(_("Substitute"), { name: "substitute", required: true, maxlength: 60, autocomplete: "off" }),
      reason(),
    ],
    three: reason,
  };
  const content = (again) => [
    choice(
      "what",
      _("What happened?"),
      match.over ? kinds.filter(([what]) => always.includes(what)) : kinds,
      chosen.what,
      (value) => {
        chosen.what = value;
        again();
      },
    ),
    fields[chosen.what]?.(),
  ];
  openForm(
    _("The match"),
    content,
    () => _("Record it"),
    (data) => recordAndTell(matterAct(data), then, match.version).then(Boolean),
    match.number,
  );
}

function matterAct(data) {
  const reason = data.get("reason")?.trim();
  switch (data.get("what")) {
    case "rename":
      return { type: "Renamed", player: data.get("player"), name: data.get("name").trim() };
    case "erase":
      return { type: "Erased", player: data.get("player"), name: data.get("name").trim() };
    case "swap":
      return {
        type: "Swapped",
        players: [data.get("one"), data.get("other")],
        since: Number(data.get("since")),
        reason,
      };
    case "substitute":
      return { type: "Substituted", player: data.get("player"), substitute: data.get("substitute").trim(), reason };
    case "three":
      return { type: "ThreeLeft", absent: null, reason };
  }
  return { type: "TimeUp", in_play: data.get("what") === "time" };
}
