// Many photographs at once: sent one after another, with how far it is, a way to stop, and at the end what came of them.

import { longWork } from "./longwork.js";
import { drop, fly, isOnPage, KEPT, keep, LATER } from "./outbox.js";
import { checkSize, newId, post, tellTrouble } from "./page.js";
import { h, made, render } from "./view.js";
import { _, lang, paragraph } from "./words.js";

const LEFTOVER = /^(\._.*|\.ds_store|thumbs\.db|desktop\.ini|__macosx)$/i; // what macOS and Windows leave in folders
const PICTURE = /\.(jpe?g|jpe|jfif|png|webp|heic|heif|hif|avif|bmp|tiff?)$/i;
let running = false;

/** Return the files of what was dropped, those in folders too; other files of a folder than pictures are left out. */
export async function filesOf(entries) {
  const found = [];
  for (const entry of entries.filter((each) => each && !LEFTOVER.test(each.name))) {
    if (entry.isFile) found.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    else found.push(...(await filesOf(await listed(entry))).filter(({ name }) => PICTURE.test(name)));
  }
  return found;
}

/** Return what lies in a folder; a browser gives it in parts. */
async function listed(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!part.length) return all;
    all.push(...part);
  }
}

/**
 * Make a hand of each photograph, in the order they were taken. Each is kept in this browser until it is sent, so that
 * the rest is sent later where the page is closed or the server does not answer.
 */
export async function sendMany(chosen) {
  if (running)
    return tellTrouble({
      message: _("Photos are being sent already"),
      fix: _("Wait until they are read, or stop it"),
    });
  const files = [...chosen].filter(({ name }) => !LEFTOVER.test(name));
  if (!files.length)
    return tellTrouble({ message: _("There are no photos in it"), fix: _("Choose JPEG, PNG, WebP, HEIC or AVIF") });
  running = true;
  const sorted = [...files].sort(
    (one, other) => one.lastModified - other.lastModified || one.name.localeCompare(other.name, lang),
  );
  const photographs = sorted.map((file, n) => ({ id: newId(), file, chair: 0, at: Date.now() + n, after: null }));
  const view = opened(photographs);
  const done = { hands: [], unread: [], failed: [], later: 0 };
  const landed = photographs.map(fly);
  for (const each of photographs) await keep(each);
  for (const [n, each] of photographs.entries()) {
    if (view.stopped) {
      await drop(each.id);
      continue;
    }
    view.show(n, done);
    const trouble = await attempt(each, done);
    if (trouble) {
      done.later = photographs.length - n;
      for (const each of landed) each();
      dispatchEvent(new Event(KEPT)); // they wait on this device, and are sent when the server takes them
      break;
    }
  }
  running = false;
  view.end(done);
}

/** Send one; gives the trouble where it and all after it have to wait. */
async function attempt(photograph, done) {
  try {
    checkSize(photograph.file);
    const { hand } = await post(photograph);
    const { tiles, doubts } = hand.reading;
    const unread = !tiles.length || doubts.some(({ reason }) => reason === "no-hand");
    done[unread ? "unread" : "hands"].push({ name: photograph.file.name, hand });
  } catch (trouble) {
    if (LATER.includes(trouble.status)) return trouble;
    done.failed.push({ name: photograph.file.name, trouble });
  }
  await drop(photograph.id);
  return null;
}

/** Return the card that says how far it is, and what came of it. */
function opened(photographs) {
  const count = photographs.length;
  const card = made(h("section.card.batch", { "aria-labelledby": "batch-title" }));
  const view = { stopped: false, show, end };
  const work = longWork(_("Photos read"), count, () => (view.stopped = true));
  const head = (title) => h("h2", { id: "batch-title" }, title);
  render([head(_("Reading {count} photos", { count })), h("div", { key: "work", ref: work.showIn })], card);
  document.getElementById("main").prepend(card);
  card.scrollIntoView({ block: "nearest" });

  function show(n) {
    work.show(n, _("{n} of {count}", { n: n + 1, count }));
  }

  function end({ hands, unread, failed, later }) {
    const read = hands.length + unread.length + failed.length;
    const sure = hands.filter(({ hand }) => !hand.open.length).length;
    const says = [
      view.stopped
        ? _("Stopped after {read} of {count}.", { read, count })
        : _("{read} of {count} done.", { read, count }),
      _("Hands read: {hands}, of which to be checked: {open}.", { hands: hands.length, open: hands.length - sure }),
      later > 0 &&
        (photographs.some(isOnPage)
          ? _("Waiting on this page, which must stay open until they are sent: {later}.", { later })
          : _("Waiting on this device, to be sent later: {later}.", { later })),
    ];
    const link = ({ name, hand }) => h("li", h("a", { href: `/hands/${hand.id}` }, name));
    const whole = location.origin + location.pathname; // `h` takes what begins with / from the top of the pages
    const parts = [
      head(_("Photos read")),
      h("p", { role: "status" }, paragraph(says)),
      unread.length > 0 && [h("h3", _("No hand found in")), h("ul", unread.map(link))],
      failed.length > 0 && [
        h("h3", _("Could not be used")),
        h(
          "ul",
          failed.map(({ name, trouble }) => h("li", h("b", name), ` ${trouble.fix || trouble.message}`)),
        ),
      ],
      h("p.ways", h("a.button.primary", { href: whole, "data-key": "batch-done" }, _("Show the hands"))),
    ];
    render(parts, card);
  }
  return view;
}
