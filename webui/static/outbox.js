// Photographs are kept in this browser from the moment they are taken until the server has them.

import { signer } from "./owner.js";
import { shelf } from "./shelf.js";

export const KEPT = "photograph-kept"; // event of the window: one more waits
export const CHANGED = "photographs-changed"; // event of the window: another tab has kept one, or let it go
// statuses of photographs that wait: no answer, no PIN, too many were sent or are read already
export const LATER = [0, 401, 429, 503];

const photographs = shelf("tableside-outbox", "photographs", () => dispatchEvent(new Event(CHANGED)));
export const { kept, drop, waiting, isOnPage, fly } = photographs;

/** Keep a photograph: `{id, file, chair, table, at, after}`, and `by`, who took it; earlier versions kept none. */
export const keep = (photograph) => photographs.keep({ by: signer(), ...photograph });
