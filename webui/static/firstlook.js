// A photo that is sent: its first look as soon as it is there, marked as being looked at again, until its hand is kept.

import { listen } from "./live.js";
import { marksOf } from "./marks.js";
import { drop, fly, KEPT, keep, LATER } from "./outbox.js";
import { ask, checkSize, newId, post, TABLE, Trouble } from "./page.js";
import { tileImage } from "./tiles.js";
import { button, h, render, setText } from "./view.js";
import { _ } from "./words.js";

const PAUSE = 1500; // milliseconds between two questions how far it is, should the stream not tell
const AGAIN = ["busy", "stopping", "database-gone"]; // kinds of trouble after which the photo is sent later

const following = new Map(); // what takes the news of a reading, by its id
listen({ reading: (state) => following.get(state.id)?.(state) });

/**
 * Send a photo to be read; `chair` (1 to 4) says whose hand it is, 0 that nobody knows. It is kept in this browser
 * until its hand is laid; one that the server does not take now is sent later.
 * @param seen the version of the match that the page shows: the photo is one of the hand in play then; null where the
 * page shows none
 */
export async function sendPhoto(file, chair = 0, seen = null) {
  checkSize(file);
  const photograph = { id: newId(), file, chair, table: TABLE, at: Date.now(), after: seen };
  const view = shown(photograph);
  const landed = fly(photograph);
  const lasts = await keep(photograph);
  try {
    const answer = await post(photograph, { prefer: "respond-async" });
    const laid = answer.reading ? await followed(answer.reading, view) : answer;
    await drop(photograph.id);
    return laid;
  } catch (trouble) {
    if (!LATER.includes(trouble.status)) {
      await drop(photograph.id);
      throw trouble;
    }
    landed();
    const fix = lasts
      ? _("The photo waits on this device and is sent later")
      : _("This browser keeps nothing. Leave this page open until the photo is sent");
    dispatchEvent(new Event(KEPT));
    throw new Trouble(trouble.message, fix, trouble.status);
  } finally {
    landed();
    following.delete(photograph.id);
    view.end();
  }
}

/** Resolve to `{hand}` once the hand of a photo is kept; shows meanwhile what was read so far. */
function followed(begun, view) {
  const address = `/api/tables/${TABLE}/readings/${begun.id}`;
  return new Promise((resolve, reject) => {
    let timer = 0;
    const take = (state) => {
      if (state.state === "done") {
        remember(state);
        resolve({ hand: { id: state.hand } });
      } else if (state.state === "failed") {
        const { error, fix, kind } = state.trouble;
        reject(new Trouble(error, fix, AGAIN.includes(kind) ? 503 : 422, kind));
      } else {
        view.show(state);
        return;
      }
      clearTimeout(timer);
    };
    const look = async () => {
      try {
        take((await ask("GET", address)).reading);
      } catch (trouble) {
        // a server that was started again knows nothing of it
        reject(trouble.status === 404 ? new Trouble(trouble.message, trouble.fix, 0) : trouble);
        return;
      }
      if (following.has(begun.id)) timer = setTimeout(look, PAUSE);
    };
    following.set(begun.id, take);
    take(begun);
    timer = setTimeout(look, PAUSE / 4); // the news may have come before the answer
  });
}

/** Keep for the page of a hand which tiles its first look read differently. */
function remember({ hand, changed }) {
  try {
    if (changed.length) sessionStorage.setItem(`changed-${hand}`, JSON.stringify(changed));
  } catch {
    // this browser keeps nothing: they are not marked then
  }
}

/** Return the tiles of a hand that its first look, on this device, read differently. */
export function changedSince({ id, changes }) {
  try {
    return new Set(changes.length ? [] : JSON.parse(sessionStorage.getItem(`changed-${id}`) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** Show a photo over the page while it is read: at once as it was chosen, and then with marks on its tiles. */
function shown({ id, file }) {
  const busy = document.getElementById("busy");
  const status = busy.querySelector("[role=status]");
  const before = status.textContent;
  const place = busy.querySelector(".first-look");
  const source = URL.createObjectURL(file);
  let shape = null; // width by height of the photo
  let seen = null; // what was read so far
  const shaped = (wide, high) => {
    shape = wide / high;
    draw();
  };
  const onload = ({ target }) => shaped(target.naturalWidth, target.naturalHeight);
  const onerror = ({ target }) => (target.hidden = true); // this browser shows no such picture
  const stop = ({ currentTarget }) => {
    currentTarget.disabled = true;
    ask("POST", `/api/tables/${TABLE}/readings/${id}/stop`).catch(() => null); // it goes on then
  };
  const draw = () =>
    render(
      [
        h(
          "div.looked-at",
          { style: { "--shape": shape } },
          h("img", { src: source, alt: "", onload, onerror }),
          h("svg.marks", { viewBox: seen && `0 0 ${seen.size.join(" ")}`, "aria-hidden": "true" }, seen?.marks),
        ),
        seen && [
          h("div.row", seen.rows),
          h("p.note", _("Not yet sure: nothing is recorded before it is read.")),
          button(".primary", _("Use what was read so far"), stop, "stop-reading"),
        ],
      ],
      place,
    );
  draw();
  place.hidden = false;
  return {
    show({ reading, again, changed, says }) {
      if (!reading) return setText(status, says || before);
      const [open, other] = [new Set(again), new Set(changed)];
      const hand = reading.groups.filter(({ kind }) => kind !== "aside");
      const tile = (n) =>
        h(`span${open.has(n) ? ".open" : ""}${other.has(n) ? ".changed" : ""}`, tileImage(reading.tiles[n].tile, true));
      seen = {
        size: reading.size,
        marks: marksOf(reading, { unsure: (n) => open.has(n), changed: (n) => other.has(n) }),
        rows: hand.map(({ tiles }) => h("span.row", tiles.map(tile))),
      };
      shaped(...reading.size);
      setText(status, inWords(reading.tiles.length, open.size, other.size));
    },
    end() {
      URL.revokeObjectURL(source);
      place.hidden = true;
      render(null, place);
      setText(status, before);
    },
  };
}

function inWords(count, again, changed) {
  if (changed)
    return _("{count} tiles found, {changed} read otherwise than before; looking again at {again}", {
      count,
      changed,
      again,
    });
  return _("{count} tiles found; looking again at {again}", { count, again });
}
