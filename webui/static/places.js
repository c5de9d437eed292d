// The place where the tiles of a hand are. A place is named as the server does: c3 the fourth concealed tile, w the
// winning tile, m1.2 the third tile of the second meld, f0 the first flower, a7 tile 7 of the reading, which lies
// aside.

/** Return every place of the hand with its slot, as [path, slot]. */
function places(laid) {
  return [
    ...laid.melds.flatMap((meld, m) => meld.tiles.map((slot, n) => [`m${m}.${n}`, slot])),
    ...laid.concealed.map((slot, n) => [`c${n}`, slot]),
    ...(laid.winning ? [["w", laid.winning]] : []),
    ...laid.flowers.map((slot, n) => [`f${n}`, slot]),
  ];
}

/** Return the tiles of the reading that lie aside, as [path, slot] with the faces they were read as. */
export function asideOf({ reading, laid }) {
  const inHand = new Set(places(laid).map(([, slot]) => slot.seen));
  return (reading?.tiles ?? [])
    .map(({ tile, red }, n) => [`a${n}`, { tile, seen: n, red: Boolean(red) }])
    .filter(([, slot]) => !inHand.has(slot.seen));
}

/** Return the slot at a place; null where there is none. */
export function slotAt(hand, path) {
  return [...places(hand.laid), ...asideOf(hand)].find(([other]) => other === path)?.[1] ?? null;
}

/** Return the place of a tile of the reading. */
export const pathOfSeen = (laid, seen) => places(laid).find(([, slot]) => slot.seen === seen)?.[0] ?? `a${seen}`;

/** Return the group that a place belongs to: a meld as m1, or one of c, w, f and a. */
export const groupOf = (path) => path.match(/^(m\d|[cwfa])/)[0];
