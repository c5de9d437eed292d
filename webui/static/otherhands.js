// The other hands of a photograph, and parts of it: pictures of them, and their reading as hands of their own.

import { cropOf } from "./marks.js";
import { ask, goToNewHand } from "./page.js";
import { _ } from "./words.js";

/** For each other hand of the photo its picture, and the function that reads it and opens its page. */
export function otherHands(hand, photo) {
  const { others = [] } = hand.reading ?? {};
  if (!photo) return [];
  return others.map((area, n) => {
    return {
      canvas: cropOf(photo, hand.reading, inside(area, hand.reading), _("Another hand in the photo")),
      read: () => goToNewHand(() => ask("POST", `/api/hands/${hand.id}/others/${n + 1}`, undefined, { wait: false })),
    };
  });
}

/** Return the tiles of a reading that lie in an area. */
export const inside = (area, { tiles }) => tiles.flatMap(({ quad }, tile) => (holds(area, middle(quad)) ? [tile] : []));

/** Return the middle of a quad. */
function middle(quad) {
  return [0, 1].map((axis) => quad.reduce((sum, corner) => sum + corner[axis], 0) / quad.length);
}

/** Return true if a point lies within a quad whose corners go round one way. */
function holds(quad, [x, y]) {
  const sides = quad.map(([ax, ay], n) => {
    const [bx, by] = quad[(n + 1) % quad.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return sides.every((side) => side > 0) || sides.every((side) => side < 0);
}
