// The photographs that wait to be sent: shown on every page, and sent as soon as the server takes them.

import { authorization, onAccess } from "./access.js";
import "./entered.js";
import { whenBack } from "./line.js";
import { CHANGED, drop, fly, isOnPage, KEPT, keep, kept, LATER, waiting } from "./outbox.js";
import { asMine, isHome, isMine, learnRoles, ownerInWords, signer, takenOn } from "./owner.js";
import { post, tell } from "./page.js";
import { button, h, render } from "./view.js";
import { _ } from "./words.js";

const RETRY = 5000; // milliseconds until what was not taken is sent again
const box = document.getElementById("outbox");
let sending = false;
let retry = 0;
let saved = null; // the address of the photograph that can be saved

const isSent = (photograph) => isHome() || isMine(photograph);

/** Return what waits: first what is sent without a question. */
async function found() {
  const all = await waiting();
  await learnRoles(all);
  return [...all.filter(isSent), ...all.filter((each) => !isSent(each))];
}

/** Send them, the oldest first, until one is not taken. */
async function send() {
  if (sending) return;
  sending = true;
  let trouble = null;
  try {
    let photographs = await found();
    show(photographs);
    while (photographs.some(isSent) && !trouble) {
      const [first] = photographs;
      const landed = fly(first);
      const still = () => learnRoles([first]).then(() => isSent(first));
      try {
        const { hand } = await post(first, { still }); // by its id the server lays it once, should two pages send it
        await drop(first.id);
        tell(_("A waiting photo was sent"), h("a", { href: `/hands/${hand.id}` }, _("See the hand")));
      } catch (error) {
        trouble = error;
      }
      landed();
      photographs = await found();
      show(photographs, trouble);
    }
  } finally {
    sending = false; // whatever went wrong: what waits is sent on the next occasion
  }
  if (trouble?.status === 0) whenBack(send);
  // Too many were sent or are being read, or another tab is sending one and may be killed.
  if (trouble?.status === 503 || trouble?.status === 429 || (!trouble && (await kept()).some(isSent))) {
    clearTimeout(retry);
    retry = setTimeout(send, RETRY);
  }
}

function show(photographs, trouble = null) {
  if (saved) URL.revokeObjectURL(saved);
  const [first] = photographs;
  saved = first ? URL.createObjectURL(first.file) : null;
  const refused = trouble && !LATER.includes(trouble.status);
  const owner = first && !isSent(first) ? ownerInWords(first) : null;
  const takeOn = async () => {
    for (const each of takenOn(photographs, first)) await keep(each);
    send();
  };
  const act = photographs.length === 1 ? _("1 photo") : _("{count} photos", { count: photographs.length });
  box.hidden = !first;
  render(
    first && [
      h(
        "p",
        h("b", _("Waits to be sent: {act}", { act })),
        photographs.some(isOnPage) && [" ", _("This browser keeps nothing. Leave this page open until it is sent.")],
        refused && [" ", _("{error}. {fix}", { error: trouble.message, fix: trouble.fix ?? "" })],
        owner && [" ", owner],
      ),
      h(
        "span.ways",
        !owner && button(".small", _("Send now"), send, "send-waiting"),
        owner && signer() && button(".small", asMine(), takeOn, "photos-as-mine"),
        h("a.button.small", { href: saved, download: first.file.name || "photo.jpg" }, _("Save")),
        refused && button(".small", _("Cancel"), () => drop(first.id).then(send), "drop-waiting"),
        owner && button(".small", _("Discard"), () => drop(first.id).then(send), "discard-waiting"),
      ),
    ],
    box,
  );
}

addEventListener(KEPT, send);
/** Send what waits, unless the PIN would be asked for. */
function begin() {
  if (!document.getElementById("pin") || authorization().Authorization) send();
  else found().then(show);
}

begin();
onAccess(begin);
addEventListener(CHANGED, () => sending || found().then(show));
document.addEventListener("visibilitychange", () => document.hidden || begin());
