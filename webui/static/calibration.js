// The page that calibrates a table: four corners are dragged over the camera's picture, or found by markers.

import { listKeys } from "./keys.js";
import { ask, focusKey, TABLE, tell, tellTrouble } from "./page.js";
import { rooted } from "./root.js";
import { windName } from "./tiles.js";
import { h, render } from "./view.js";
import { _ } from "./words.js";

const CALIBRATION = `/api/tables/${TABLE}/calibration`;
const CHAIRS = [1, 2, 3, 4];
const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];
const MARGIN = 0.12;

const at = (id) => document.getElementById(id);
const svg = at("zones");
const loupe = at("loupe");
const about = at("about");

let { calibration, trouble, winds } = JSON.parse(at("calibration-data").textContent);
let size = null; // of the camera's picture, in pixels
let corners = null; // corner n at the left hand of chair n, in those pixels
let held = -1; // the corner that is dragged
let saved = true;

/** Return the homography from the table's unit square to the picture, given where the corners of the square are. */
function onto([p, q, r, s]) {
  const [dx1, dy1] = [q[0] - r[0], q[1] - r[1]];
  const [dx2, dy2] = [s[0] - r[0], s[1] - r[1]];
  const [sx, sy] = [p[0] - q[0] + r[0] - s[0], p[1] - q[1] + r[1] - s[1]];
  const det = dx1 * dy2 - dx2 * dy1;
  const [g, k] = [(sx * dy2 - dx2 * sy) / det, (dx1 * sy - sx * dy1) / det];
  const [a, b] = [q[0] - p[0] + g * q[0], s[0] - p[0] + k * s[0]];
  const [d, e] = [q[1] - p[1] + g * q[1], s[1] - p[1] + k * s[1]];
  return ([x, y]) => {
    const w = g * x + k * y + 1;
    return [(a * x + b * y + p[0]) / w, (d * x + e * y + p[1]) / w];
  };
}

/** Return true if the corners follow each other counter-clockwise in the picture, so that their sides do not cross. */
function goesRound() {
  return corners.every((corner, n) => {
    const next = corners[(n + 1) % 4];
    const after = corners[(n + 2) % 4];
    return (next[0] - corner[0]) * (after[1] - next[1]) - (next[1] - corner[1]) * (after[0] - next[0]) < 0;
  });
}

/**
 * Return the zone of a chair in the table's unit square: the points nearest to its side, up to `depth` away from it.
 */
function zone(chair, depth) {
  const turn = ([x, y]) =>
    [
      [x, y],
      [1 - y, x],
      [1 - x, 1 - y],
      [y, 1 - x],
    ][chair - 1];
  return [
    [0, 0],
    [1, 0],
    [1 - depth, depth],
    [depth, depth],
  ].map(turn);
}

function draw() {
  if (!corners) return;
  const fine = goesRound();
  const unit = Math.max(...size) / 100;
  const knob = Math.max(1.5 * unit, (13 * size[0]) / (svg.getBoundingClientRect().width || size[0])); // for a finger
  const depth = Number(at("depth").value);
  const place = fine ? onto(corners) : null;
  const east = winds.indexOf("E") + 1;
  const points = (list) => list.map((point) => point.join(",")).join(" ");
  const zones = CHAIRS.map((chair) => {
    if (!fine) return null;
    const [x, y] = place(
      zone(chair, depth / 2)
        .slice(2)
        .reduce((a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]),
    );
    return [
      h(`polygon.zone${chair === east ? ".east" : ""}`, { points: points(zone(chair, depth).map(place)) }),
      h("text.chair-name", { transform: `translate(${x} ${y}) scale(${1.9 * unit})` }, named(chair)),
    ];
  });
  const knobs = corners.map(([x, y], n) =>
    h(
      `g.corner${n === held ? ".held" : ""}`,
      {
        tabindex: "0",
        role: "button",
        "data-corner": n + 1,
        "data-key": `corner${n + 1}`,
        "aria-label": _("Corner {n}, at the left of seat {n}: x {x}, y {y}", {
          n: n + 1,
          x: Math.round(x),
          y: Math.round(y),
        }),
        onpointerdown: (event) => grab(event, n),
        onkeydown: (event) => nudge(event, n),
      },
      h("circle.knob", { cx: x, cy: y, r: knob }),
      h("circle.point", { cx: x, cy: y, r: 0.22 * unit }),
    ),
  );
  svg.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  svg.classList.toggle("bad", !fine);
  render([zones, h("polygon.edge", { points: points(corners) }), knobs], svg);
  at("reach").textContent = `${Math.round(100 * depth)}%`;
  at("empty").hidden = !winds.includes("");
  at("east").textContent = _("Seat {chair}", { chair: east });
  at("save").disabled = !fine;
  const state = saved && calibration ? _("Calibrated.") : _("Not saved yet.");
  about.textContent = !fine
    ? _("The corners cross: corner 1 goes to the left of seat 1, then round the table.")
    : trouble || state;
}

const named = (chair) => [chair, windName(winds[chair - 1])].filter(Boolean).join(" · ");

function changed() {
  saved = false;
  trouble = "";
  draw();
}

/** Return the position of the pointer, in pixels of the camera's picture. */
function pointed(event) {
  const box = svg.getBoundingClientRect();
  const inside = (value, most) => Math.min(Math.max(value, 0), most);
  return [
    inside(((event.clientX - box.left) / box.width) * size[0], size[0]),
    inside(((event.clientY - box.top) / box.height) * size[1], size[1]),
  ];
}

function grab(event, n) {
  event.preventDefault();
  held = n;
  svg.setPointerCapture(event.pointerId);
  focusKey(`corner${n + 1}`);
  draw();
  magnify();
}

svg.addEventListener("pointermove", (event) => {
  if (held < 0) return;
  corners[held] = pointed(event);
  changed();
  magnify();
});

for (const end of ["pointerup", "pointercancel"])
  svg.addEventListener(end, () => {
    held = -1;
    loupe.hidden = true;
    draw();
  });

function nudge(event, n) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!step) return;
  event.preventDefault();
  const by = event.shiftKey ? 10 : 1;
  corners[n] = corners[n].map((value, axis) => Math.min(Math.max(value + by * step[axis], 0), size[axis]));
  changed();
}

/** Show an enlargement of the picture around the dragged corner, beside the finger that covers it. */
function magnify() {
  const image = at("seen");
  const box = svg.getBoundingClientRect();
  const [x, y] = corners[held].map((value, axis) => value / size[axis]);
  const zoom = 3;
  const across = (loupe.width / zoom / box.width) * image.naturalWidth;
  const down = (loupe.height / zoom / box.height) * image.naturalHeight;
  const context = loupe.getContext("2d");
  context.fillRect(0, 0, loupe.width, loupe.height);
  context.drawImage(
    image,
    x * image.naturalWidth - across / 2,
    y * image.naturalHeight - down / 2,
    across,
    down,
    0,
    0,
    loupe.width,
    loupe.height,
  );
  context.strokeStyle = "#ffc53d";
  context.beginPath();
  for (const [ax, ay, bx, by] of [
    [0, 90, 80, 90],
    [100, 90, 180, 90],
    [90, 0, 90, 80],
    [90, 100, 90, 180],
  ]) {
    context.moveTo(ax, ay);
    context.lineTo(bx, by);
  }
  context.stroke();
  loupe.style.left = `${Math.min(Math.max(x * box.width + (x < 0.5 ? 140 : -140), 95), box.width - 95)}px`;
  loupe.style.top = `${Math.min(Math.max(y * box.height, 95), box.height - 95)}px`;
  loupe.hidden = false;
}

/** Show the calibration that the server has. */
function take(state) {
  ({ calibration, trouble, winds } = state);
  saved = true;
  if (!size) return;
  if (calibration) {
    const scale = size.map((side, axis) => side / calibration.size[axis]);
    corners = calibration.corners.map((corner) => corner.map((value, axis) => value * scale[axis]));
    at("depth").value = calibration.depth;
    at("side").value = calibration.side ? Math.round(calibration.side / 10) : "";
  } else {
    const [w, hgt] = size;
    const half = (Math.min(w, hgt) / 2) * (1 - MARGIN);
    corners = SQUARE.map(([x, y]) => [w / 2 + (2 * x - 1) * half, hgt / 2 - (2 * y - 1) * half]);
    at("depth").value = 0.3;
  }
  draw();
}

async function renew() {
  const response = await fetch(rooted(`${CALIBRATION}/picture.jpg`), { cache: "no-store" }).catch(() => null);
  if (!response?.ok) {
    const said = await response?.json().catch(() => null);
    about.textContent = said ? _("{error}. {fix}.", said) : _("No connection.");
    setTimeout(renew, 2000);
    return;
  }
  const image = at("seen");
  const known = size !== null;
  const before = image.src;
  image.src = URL.createObjectURL(await response.blob());
  await image.decode();
  if (before) URL.revokeObjectURL(before);
  image.hidden = false;
  size = response.headers.get("Picture-Size").split(" ").map(Number);
  if (known) return draw();
  take({ calibration, trouble, winds });
  if (!calibration) find().catch(() => null); // the corners stand in the middle then, to be dragged
}

/** Put the corners where the server finds the table in the camera's picture, unless one was dragged meanwhile. */
async function find() {
  const before = String(corners);
  const found = await ask("POST", `${CALIBRATION}/outline`);
  if (String(corners) !== before || held >= 0) return;
  corners = found.corners.map((corner) => corner.map((value, axis) => (value * size[axis]) / found.size[axis]));
  changed();
  about.textContent = _("The table was found in the picture. Look whether its corners are right, then save.");
}

async function change(method, url, body, done) {
  try {
    take(await ask(method, url, body));
    tell(done);
  } catch (error) {
    tellTrouble(error);
  }
}

at("renew").addEventListener("click", renew);
at("depth").addEventListener("input", changed);
at("side").addEventListener("input", changed);
at("turn").addEventListener("click", () => {
  corners = [...corners.slice(1), corners[0]];
  changed();
});
at("by-outline").addEventListener("click", async () => {
  await renew();
  await find().catch(tellTrouble);
});
at("by-markers").addEventListener("click", async () => {
  await renew();
  change(
    "POST",
    `${CALIBRATION}/markers`,
    { depth: Number(at("depth").value) },
    _("The markers tell where the table is."),
  );
});
at("save").addEventListener("click", () => {
  const side = Number(at("side").value) * 10 || null;
  const body = { size, corners, depth: Number(at("depth").value), side };
  change("PUT", CALIBRATION, body, _("Saved: hands now know their seat."));
});
at("forget").addEventListener("click", () =>
  change("DELETE", CALIBRATION, undefined, _("Hands are read wherever they lie.")),
);

renew();
listKeys(["←", "↑", "→", "↓"], _("Move the corner in focus a little"));
listKeys(["Shift", "←"], _("Move it further"));
