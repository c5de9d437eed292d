// Amounts of points as all pages write them, with the sign for minus (U+2212).

/** Return a gain or a loss, as “+44”. */
export const signed = (points) => (points > 0 ? `+${points}` : plain(points));

/** Return points as a house with fractions of one counts them, beside those of the match; nothing where both are the same. */
export const inHouse = (points) => (points === undefined || points === null ? undefined : `= ${plain(points)}`);

/** Return a total. */
export const plain = (points) => (points < 0 ? `−${-points}` : String(points));
