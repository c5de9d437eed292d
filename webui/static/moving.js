// Dragging a tile to another group, by mouse or by a finger that rests on it for a moment.

import { groupOf } from "./places.js";
import { h, made, render } from "./view.js";
import { _ } from "./words.js";

const FAR = 6; // pixels that make a press of the mouse a move
const HOLD = 220; // milliseconds after which a finger has the tile; before that it scrolls the page
const GOALS = {
  w: _("Winning tile"),
  c: _("In the hand"),
  meld: _("A meld"),
  f: _("Flower"),
  a: _("Not in the hand"),
};

/** Let the tiles of the mat be dragged. */
export function moveTiles(view) {
  const mat = document.getElementById("mat");
  let held = null; // {path, slot, pointer, x, y, carried, timer}

  mat.addEventListener("pointerdown", (event) => {
    const slot = event.target.closest?.(".slot:not(.add)");
    if (!slot || event.button > 0 || held) return;
    held = { path: slot.dataset.key, slot, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    if (event.pointerType !== "mouse") held.timer = setTimeout(take, HOLD);
  });
  addEventListener("pointermove", (event) => {
    if (held?.pointer !== event.pointerId) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR;
    if (!held.carried && far) {
      if (event.pointerType === "mouse") take();
      else letGo(); // it scrolls
    }
    if (held?.carried) follow(event);
  });
  addEventListener("pointerup", (event) => {
    if (held?.pointer !== event.pointerId) return;
    const { path, carried } = held;
    const to = carried && goalAt(event)?.dataset.to;
    letGo();
    if (!carried) return;
    // the browser sends a click after the drag: it is no tap
    mat.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => mat.removeEventListener("click", swallow, { capture: true }), 50);
    if (to) drop(view, path, to);
  });
  addEventListener("pointercancel", letGo);
  addEventListener("keydown", (event) => event.key === "Escape" && held && letGo());
  // while a finger drags a tile, the page does not scroll
  mat.addEventListener("touchmove", (event) => held?.carried && event.preventDefault(), { passive: false });
  mat.addEventListener("contextmenu", (event) => held && event.preventDefault());

  function take() {
    const box = held.slot.getBoundingClientRect();
    held.carried = made(h("div.carried"));
    held.carried.append(held.slot.querySelector("img").cloneNode());
    held.carried.style.width = `${box.width}px`;
    const here = groupOf(held.path);
    const goals = Object.entries(GOALS).filter(([to]) => to !== here && !(to === "meld" && here.startsWith("m")));
    const row = document.getElementById("goals");
    render(
      goals.map(([to, label]) => h("span", { key: to, "data-to": to }, label)),
      row,
    );
    row.hidden = false;
    document.body.append(held.carried);
    document.body.classList.add("moving");
    held.slot.classList.add("taken");
    follow({ clientX: held.x, clientY: held.y });
  }

  function follow(event) {
    held.carried.style.translate = `${event.clientX}px ${event.clientY}px`;
    for (const goal of document.querySelectorAll(".over")) goal.classList.remove("over");
    goalAt(event)?.classList.add("over");
  }

  function letGo() {
    clearTimeout(held?.timer);
    held?.carried?.remove();
    held?.slot.classList.remove("taken");
    held = null;
    document.body.classList.remove("moving");
    document.getElementById("goals").hidden = true;
    for (const goal of document.querySelectorAll(".over")) goal.classList.remove("over");
  }
}

const goalAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-to]");

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

/** Move a dropped tile to a group, or make the only meld it can be part of; otherwise opens the palette to ask. */
function drop(view, path, to) {
  if (to === groupOf(path)) return;
  const { actions, moves } = view.hand.offers.tiles[path];
  const melds = actions.filter(({ edit }) => edit.do === "lay");
  if (moves.includes(to)) view.change({ do: "move", at: [path], to });
  else if (to === "meld" && melds.length === 1) view.change(melds[0].edit);
  else view.look({ path });
}
