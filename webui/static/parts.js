// A part of a photograph that is read alone: drawn as a rectangle over it, or one of those that are offered.

import { closer } from "./dialogs.js";
import { ask, fill, goToNewHand, h } from "./page.js";
import { made } from "./view.js";
import { _ } from "./words.js";

const LEAST = 0.04; // of the picture's longer side: what is drawn smaller is a tap

/** Reads a part of the photo of a hand, by its corners in pixels, and opens what was read. */
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
 * Lets a rectangle be drawn over a picture, and the part in it be read.
 * @param hand the hand whose photo it is
 * @param svg covers the picture, with the picture's pixels as its own
 * @param size of the picture, [width, height]
 * @param drawing whether a finger draws at once; else a button says so first, for a finger scrolls the page
 * @return what stands below the picture
 */
export function partPicker(hand, svg, size, drawing) {
  let area = null;
  let from = null;
  const shape = h("polygon.part");
  const hint = h("p", { role: "status" });
  const read = h(
    "button.button.primary",
    { "data-key": "part-read", disabled: true, onclick: () => readPart(hand, area) },
    _("Read what lies in it"),
  );
  const toggle = h("button.button", { "data-key": "part-draw", "aria-pressed": "false" }, _("Draw round the hand"));
  const say = () => {
    if (area) hint.textContent = _("The rectangle is read alone.");
    else hint.textContent = svg.matches(".drawing") ? _("Draw a rectangle round the tiles of the hand.") : "";
    read.disabled = !area;
  };
  const use = (on) => {
    svg.classList.toggle("drawing", on);
    toggle.setAttribute("aria-pressed", String(on));
    say();
  };
  const at = ({ clientX, clientY }) => {
    const box = svg.getBoundingClientRect();
    const place = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    return place.map((share, axis) => Math.min(Math.max(share, 0), 1) * size[axis]);
  };
  const drawTo = (event) => {
    const drawn = corners(from, at(event));
    const [wide, high] = [drawn[1][0] - drawn[0][0], drawn[3][1] - drawn[0][1]];
    area = Math.min(wide, high) < LEAST * Math.max(...size) ? null : drawn;
    shape.setAttribute("points", drawn.map((corner) => corner.join()).join(" "));
  };
  svg.append(shape);
  svg.addEventListener("pointerdown", (event) => {
    if (!svg.matches(".drawing") || event.button > 0) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    from = at(event);
  });
  svg.addEventListener("pointermove", (event) => from && drawTo(event));
  svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    drawTo(event);
    from = null;
    if (!area) shape.setAttribute("points", "");
    say();
  });
  svg.addEventListener("pointercancel", () => {
    from = null;
  });
  toggle.addEventListener("click", () => use(toggle.getAttribute("aria-pressed") !== "true"));
  use(drawing);
  return h("div.stack", hint, h("p.ways", !drawing && toggle, read));
}

/** Asks for a part of the photo of a hand, in a dialog. */
export function askPart(hand) {
  const { size } = hand.reading;
  const dialog = document.getElementById("form-dialog");
  const svg = h("svg", { viewBox: `0 0 ${size.join(" ")}`, "aria-hidden": "true" });
  fill(
    dialog,
    h(
      "div.form-dialog",
      h(
        "div.dialog-head",
        h("h2", { id: "form-title" }, _("Read a part of the photo")),
        made(closer(() => dialog.close())),
      ),
      h(
        "div.fields",
        h("div.picture", h("div.frame.fitted", h("img", { src: hand.photo, alt: _("The hand as photographed") }), svg)),
        partPicker(hand, svg, size, true),
      ),
    ),
  );
  dialog.onclose = null;
  dialog.showModal();
}
