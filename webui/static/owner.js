// The one who entered what waits on this device: nothing is sent in the name of somebody else without a question. Where
// nobody has a role, as at home, there is no question.

import { authorization, haveRoles, whoAmI } from "./access.js";
import { _ } from "./words.js";

let roles = null; // whether anybody has a role; null while the server has not said so

/** Return who has signed in on this device, "" where nobody has. */
export const signer = () => (authorization().Authorization && whoAmI().who) || "";

/** Ask the server whether anybody has a role, if what waits does not all come from who uses this device now. */
export async function learnRoles(items) {
  if (roles !== true && items.some(({ by }) => (by ?? "") !== signer())) roles = await haveRoles();
}

/** Return true if nobody has a role, as the server said. */
export const isHome = () => roles === false;

/** Return true if something is sent without a question; what an earlier version kept without `by` is nobody's. */
export const isMine = ({ by }) => (by ?? "") === signer() || (!by && isHome());

/** Return what is said of something that is not sent without a question; null while it waits for the server alone. */
export function ownerInWords(item) {
  if (isMine(item)) return null;
  if (item.by && signer())
    return _("Entered on this device by {who}: it is sent once they sign in here again.", { who: item.by });
  if (item.by) return _("Somebody else entered this: it is sent once they sign in on this device again.");
  return roles ? _("Entered on this device while nobody was signed in.") : null;
}

/** Return what waits of the same person, as that of who uses this device now. */
export const takenOn = (items, { by = "" }) =>
  items.filter((each) => (each.by ?? "") === by).map((each) => ({ ...each, by: signer() }));

/** Return the words of the button that sends all that the same person entered as that of who uses this device now. */
export const asMine = () => _("Send as {who}", { who: signer() });
