// Acts of a match as sentences, as its lists of records have them.

import { windName } from "./tiles.js";
import { _, pgettext } from "./words.js";

/** A person of an act: by name, or by the wind that they sat on. */
export const person = (who) => windName(who) ?? who;

const FALSE_WINS = {
  "under the minimum": _("under the minimum"),
  "wrong tile": _("declared on a wrong tile"),
  "one short of waiting": _("one tile from ready"),
  "two or more short of waiting": _("two or more tiles from ready"),
  "no yaku": _("no yaku"),
  furiten: _("furiten"),
  "not tenpai": _("not tenpai"),
};

/** The reasons that are recorded in English when they are chosen, in the reader's language. */
const USUAL = {
  "winning tile not taken before counting": _("winning tile not taken before counting"),
  "disturbed the game": _("disturbed the game"),
  "looked at another's tiles": _("looked at another's tiles"),
  "talked about the tiles": _("talked about the tiles"),
  "empty call": _("empty call"),
  "drew early": _("drew early"),
  "late pung": _("late pung"),
  "wrong chow, pung or kong": _("wrong chow, pung or kong"),
  "wrong number of tiles": _("wrong tile count"),
  "who pays follows from the hand": _("who pays follows from the hand"),
  "taken back at once": _("undone at once"),
  "taken back at the table": _("undone at the table"),
};

const SENTENCES = {
  Seated: ({ players }) => _("The match begins: {players}", { players: players.join(_(", ")) }),
  Won: wonInWords,
  Claimed: ({ claims, inFaan }) =>
    _("Several players declare a win: {claims}", {
      claims: claims.map((claim) => wonInWords({ ...claim, inFaan })).join(_("; ")),
    }),
  Drawn: drawnInWords,
  DeclaredRiichi: (act) => _("{player} declares riichi", { player: who(act) }),
  FalseWin: (act) => _("False win of {player}: {kind}", { player: who(act), kind: FALSE_WINS[act.kind] ?? act.kind }),
  Penalty: (act) =>
    act.amount
      ? _("Penalty for {player}: {amount} ({reason})", { ...act, player: who(act) })
      : _("Warning for {player} ({reason})", { ...act, player: who(act) }),
  Foul: (act) => _("Foul of {player} ({reason})", { ...act, player: who(act) }),
  Late: (act) => _("{player} came late by {minutes} min", { ...act, player: who(act) }),
  DeadHand: (act) => _("Dead hand of {player} ({reason})", { ...act, player: who(act) }),
  Disqualified: (act) => _("{player} is disqualified ({reason})", { ...act, player: who(act) }),
  Forfeited: (act) => _("{player}: no-show or left ({reason})", { ...act, player: who(act) }),
  Substituted: (act) => _("{substitute} plays for {player} ({reason})", { ...act, player: who(act) }),
  ThreeLeft: ({ reason }) => _("Three play on ({reason})", { reason }),
  Renamed: (act) => _("{player} is called {name}", { player: who(act), name: act.name }),
  Erased: (act) => _("A player's name is removed: shown as {name}", { name: act.name }),
  Pruned: ({ photos }) => _("Photos deleted: {count}", { count: photos.length }),
  Approved: ({ hand }) => _("Hand {hand} is approved", { hand }),
  Appealed: (act) => _("{player} appeals: {reason}", { ...act, player: who(act) }),
  AppealDecided: ({ of, decision, reason }) =>
    decision === "upheld"
      ? _("Appeal of record {of} upheld: {reason}", { of, reason })
      : _("Appeal of record {of} dismissed: {reason}", { of, reason }),
  TimeUp: ({ in_play }) =>
    in_play ? _("Time is up: the current hand is the last") : _("Time is up: the current hand does not count"),
  Swapped: ({ players, since, reason }) =>
    _("{one} and {other} were in each other's seats since hand {since} ({reason})", {
      one: person(players[0]),
      other: person(players[1]),
      since,
      reason,
    }),
  Corrected: ({ of, act, reason, inFaan }) =>
    _("Record {of} corrected: {act} ({reason})", { of, act: actInWords(act, inFaan), reason }),
  Void: ({ of, reason }) => _("Record {of} undone ({reason})", { of, reason }),
};

/** The abortive draws of riichi. */
const ABORTIVE = {
  "nine terminals and honours": _("nine different terminals and honours"),
  "four winds": _("four equal winds discarded"),
  "four kongs": _("four kongs"),
  "four riichi": _("four players in riichi"),
};

/** A drawn hand: in riichi with who is tenpai, or why it ended early. */
function drawnInWords({ tenpai, abortive, nagashi }) {
  if (abortive) return _("Draw: {why}", { why: ABORTIVE[abortive] ?? abortive });
  if (!tenpai) return _("Draw");
  const names = (people) => people.map(person).join(_(", "));
  if (nagashi?.length) return _("Draw, nagashi mangan: {players}", { players: names(nagashi) });
  return tenpai.length ? _("Draw, tenpai: {players}", { players: names(tenpai) }) : _("Draw, nobody tenpai");
}

const who = (act) => person(act.player ?? act.seat);

function wonInWords({ winner, points: count, discarder, payer, inFaan }) {
  const giver = discarder ?? payer;
  const points = inFaan ? _("{count} faan", { count }) : pgettext("of a win", "{count}").replace("{count}", count);
  const about = { winner: person(winner), points, giver: giver && person(giver), payer: payer && person(payer) };
  if (payer && payer !== giver) return _("{winner} wins {points} off {giver}; {payer} is responsible", about);
  return giver ? _("{winner} wins {points} off {giver}", about) : _("{winner} wins {points}, self-drawn", about);
}

/**
 * An act as a sentence of the list of records.
 * @param inFaan true in a match of Hong Kong, whose points of a win are faan
 */
export function actInWords(act, inFaan = false) {
  const reason = USUAL[act.reason] ?? act.reason;
  return SENTENCES[act.type]?.({ ...act, reason, inFaan }) ?? act.type;
}

/** Acts of play that may have a time limit. */
export const LIMITS = { "first discard": _("First discard"), turn: _("Turn"), claim: _("Call") };

/** An act with the referee's clock, in the words of its button. */
export function clockInWords({ do: act, minutes, name }) {
  if (act === "extend")
    return minutes > 0 ? _("{more} minutes more", { more: minutes }) : _("{less} minutes less", { less: -minutes });
  if (act === "limit") return _("Time limit: {name}", { name: LIMITS[name] ?? name });
  const words = { start: _("Start the clock"), pause: _("Pause"), resume: _("Go on"), settle: _("Done in time") };
  return words[act] ?? _("Stop the clock");
}

/** How a hand of a match ended, as a sentence. */
export function outcomeInWords({
  outcome,
  winner,
  winners,
  discarder,
  self_drawn,
  worth,
  drawn_by,
  taken_back,
  tenpai,
}) {
  if (taken_back) return drawn_by;
  if (outcome === "drawn") return drawn_by ? _("Draw: {why}", { why: drawn_by }) : drawnInWords({ tenpai });
  if (outcome === "false-win") return drawn_by;
  if (outcome !== "won") return _("Not counted");
  const about = { winner: winners.length > 1 ? winners.join(_(", ")) : winner, worth, discarder };
  if (self_drawn) return _("{winner} wins {worth}, self-drawn", about);
  return discarder ? _("{winner} wins {worth} off {discarder}", about) : _("{winner} wins {worth}", about);
}
