// The photographs that wait to be sent: shown on every page, and sent as soon as the server takes them.

import { authorization } from "./access.js";
import "./entered.js";
import { whenBack } from "./line.js";
import { CHANGED, drop, fly, isOnPage, KEPT, kept, LATER, waiting } from "./outbox.js";
import { button, fill, h, post, tell } from "./page.js";
import { _ } from "./words.js";

const RETRY = 5000; // milliseconds until what was not taken is sent again
const box = document.getElementById("outbox");
let sending = false;
let retry = 0;
let saved = null; // the address of the photograph that can be saved

/** Sends them, the oldest first, until one is not taken. */
async function send() {
  if (sending) return;
  sending = true;
  let trouble = null;
  let photographs = await waiting();
  show(photographs);
  while (photographs.length && !trouble) {
    const [first] = photographs;
    const landed = fly(first);
    try {
      const { hand } = await post(first); // by its id the server lays it once, should two pages send it
      await drop(first.id);
      tell(_("A waiting photo was sent"), h("a", { href: `/hands/${hand.id}` }, _("See the hand")));
    } catch (error) {
      trouble = error;
    }
    landed();
    photographs = await waiting();
    show(photographs, trouble);
  }
  sending = false;
  if (trouble?.status === 0) whenBack(send);
  // Too many were sent or are being read, or another tab is sending one and may be killed.
  if (trouble?.status === 503 || trouble?.status === 429 || (!trouble && (await kept()).length > 0)) {
    clearTimeout(retry);
    retry = setTimeout(send, RETRY);
  }
}

function show(photographs, trouble = null) {
  if (saved) URL.revokeObjectURL(saved);
  const [first] = photographs;
  saved = first ? URL.createObjectURL(first.file) : null;
  const refused = trouble && !LATER.includes(trouble.status);
  const count = photographs.length === 1 ? _("1 photo") : _("{count} photos", { count: photographs.length });
  box.hidden = !first;
  fill(
    box,
    first && [
      h(
        "p",
        h("b", _("Not yet sent: {count}", { count })),
        photographs.some(isOnPage) && [" ", _("This browser keeps nothing. Leave this page open until it is sent.")],
        refused && [" ", _("{error}. {fix}", { error: trouble.message, fix: trouble.fix ?? "" })],
      ),
      h(
        "span.ways",
        button(".small", _("Send now"), send, "send-waiting"),
        h("a.button.small", { href: saved, download: first.file.name || "photo.jpg" }, _("Save")),
        refused && button(".small", _("Cancel"), () => drop(first.id).then(send), "drop-waiting"),
      ),
    ],
  );
}

addEventListener(KEPT, send);
const allowed = !document.getElementById("pin") || authorization().Authorization; // or the PIN would be asked for
if (allowed) send();
else waiting().then(show);
addEventListener(CHANGED, () => sending || waiting().then(show));
document.addEventListener("visibilitychange", () => document.hidden || !allowed || send());
