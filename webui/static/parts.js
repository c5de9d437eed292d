// A part of a photograph that is read alone: drawn as a rectangle over it, or one of those that are offered.

import { closer } from "./dialogs.js";
import { openModal } from "./modal.js";
import { ask, goToNewHand } from "./page.js";
import { h, made, render } from "./view.js";
import { _ } from "./words.js";

const LEAST = 0.04; // of the picture's longer side: what is drawn smaller is a tap

/** Read a part of the photo of a hand, by its corners in pixels, and open what was read. */
export const readPart = (hand, area) =>
  goToNewHand(() => ask("POST", `/api/hands/${hand.id}/parts`, { area }, { wait: false }));

const corners = ([ax, ay], [bx, by]) => {
  const [left, right, top, bottom] = [Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
};

/**
 * Let a rectangle be drawn over a picture, and the part in it be read.
 * @param hand the hand whose photo it is
 * @param size of the picture, [width, height]
 * @param always true if a finger draws at once; else a button says so first, for a finger scrolls the page
 * @param draw draws the page anew
 * @return `over(children, about)`, the drawing that covers the picture, and `below()`, the elements below it
 */
export function partPicker(hand, size, always, draw) {
  let area = null;
  let from = null;
  let on = always;
  const at = ({ currentTarget, clientX, clientY }) => {
    const box = currentTarget.getBoundingClientRect();
    const place = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    return place.map((share, axis) => Math.min(Math.max(share, 0), 1) * size[axis]);
  };
  const drawTo = (event) => {
    const drawn = corners(from, at(event));
    const [wide, high] = [drawn[1][0] - drawn[0][0], drawn[3][1] - drawn[0][1]];
    area = Math.min(wide, high) < LEAST * Math.max(...size) ? null : drawn;
    event.currentTarget.querySelector(".part").setAttribute("points", drawn.map((corner) => corner.join()).join(" "));
  };
  const handlers = {
    onpointerdown: (event) => {
      if (!on || event.button > 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      from = at(event);
    },
    onpointermove: (event) => from && drawTo(event),
    onpointerup: (event) => {
      if (!from) return;
      drawTo(event);
      from = null;
      if (!area) event.currentTarget.querySelector(".part").setAttribute("points", "");
      draw();
    },
    onpointercancel: () => {
      from = null;
    },
  };
  const toggle = () => {
    on = !on;
    draw();
  };
  const hint = () => {
    if (area) return _("Only the box is read.");
    return on ? _("Draw a box around the tiles of the hand.") : "";
  };
  return {
    over: (children, about = {}) =>
      h(
        `svg${on ? ".drawing" : ""}`,
        { viewBox: `0 0 ${size.join(" ")}`, "aria-hidden": "true", ...about, ...handlers },
        children,
        h("polygon.part"),
      ),
    below: () =>
      h(
        "div.stack",
        h("p", { role: "status" }, hint()),
        h(
          "p.ways",
          !always &&
            h(
              "button.button",
              { "data-key": "part-draw", "aria-pressed": String(on), onclick: toggle },
              _("Draw a box around the hand"),
            ),
          h(
            "button.button.primary",
            { "data-key": "part-read", disabled: !area, onclick: () => readPart(hand, area) },
            _("Read this area"),
          ),
        ),
      ),
  };
}

/** Ask for a part of the photo of a hand, in a dialog. */
export function askPart(hand) {
  const { size } = hand.reading;
  const dialog = document.getElementById("form-dialog");
  const host = made(h("div"));
  const picker = partPicker(hand, size, true, draw);
  function draw() {
    render(
      h(
        "div.form-dialog",
        h(
          "div.dialog-head",
          h("h2", { id: "form-title" }, _("Select an area of the photo")),
          closer(() => dialog.close()),
        ),
        h(
          "div.fields",
          h(
            "div.picture",
            h("div.frame.fitted", h("img", { src: hand.photo, alt: _("The photo of the hand") }), picker.over([])),
          ),
          picker.below(),
        ),
      ),
      host,
    );
  }
  draw();
  dialog.replaceChildren(host);
  dialog.onclose = null;
  openModal(dialog);
}
