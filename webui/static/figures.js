// Amounts of points as all pages write them, with the sign for minus (U+2212).

/** Return a gain or a loss, as “+44”. */
export const signed = (points) => (points > 0 ? `+${points}` : plain(points));

/** Return a total. */
export const plain = (points) => (points < 0 ? `−${-points}` : String(points));
