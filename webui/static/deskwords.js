// All that was recorded of an event, as sentences.

import { _ } from "./words.js";

/** Return an amount in hundredths, in words. */
export const money = (amount) => (amount / 100).toFixed(amount % 100 ? 2 : 0);

const SENTENCES = {
  Opened: ({ name }) => _("The event {name}", { name }),
  Entered: ({ people }) =>
    people.length === 1
      ? _("Entered: {name}", { name: people[0].name })
      : _("{count} players entered", { count: people.length }),
  Amended: ({ person }) => _("Entry of {name} corrected", { name: person.name }),
  Withdrawn: ({ player, reason }, name) =>
    reason
      ? _("{name} withdraws ({reason})", { name: name(player), reason })
      : _("{name} withdraws", { name: name(player) }),
  CheckedIn: ({ player, here }, name) =>
    here ? _("{name} checked in", { name: name(player) }) : _("{name} not checked in", { name: name(player) }),
  Paid: ({ player, amount }, name) => _("{name} pays {amount}", { name: name(player), amount: money(amount) }),
  Absent: ({ player, rounds }, name) =>
    rounds.length
      ? _("{name} misses round {rounds}", { name: name(player), rounds: rounds.join(_(", ")) })
      : _("{name} misses no round", { name: name(player) }),
  StoodIn: ({ player, by, rounds }, name) =>
    player === by
      ? _("{name} sits in round {rounds} again", { name: name(player), rounds: rounds.join(_(", ")) })
      : _("{by} is the substitute for {name} in round {rounds}", {
          by: name(by),
          name: name(player),
          rounds: rounds.join(_(", ")),
        }),
  SeatingDrawn: ({ since, seed }) => _("Seating drawn from round {since} on (seed {seed})", { since, seed }),
  Reseated: ({ round, players, reason }, name) => {
    const about = { one: name(players[0]), other: name(players[1]), round, reason };
    return reason
      ? _("{one} and {other} swap seats in round {round} ({reason})", about)
      : _("{one} and {other} swap seats in round {round}", about);
  },
  Started: ({ round }) => _("Round {round} begins", { round }),
  Extended: ({ round, table, minutes }) =>
    _("Table {table}, round {round}: {minutes} minutes more", { table, round, minutes }),
  Finished: ({ round, table, reason }) =>
    _("Table {table}, round {round}: ended as it stands ({reason})", { table, round, reason }),
  Released: ({ round }) => _("Results of round {round} published", { round }),
  HeldBack: ({ round }) => _("Results of round {round} unpublished", { round }),
  Void: ({ of, reason }) => _("Record {of} undone ({reason})", { of, reason }),
};

/**
 * Return an act as a sentence.
 * @param person gives a player by number
 */
export function recordedIn(act, person) {
  const name = (number) => person(number)?.name ?? String(number);
  if (act.type === "Corrected") {
    const about = { of: act.of, act: recordedIn(act.act, person), reason: act.reason };
    return _("Record {of} corrected: {act} ({reason})", about);
  }
  return SENTENCES[act.type](act, name);
}
