// A picture in a frame that can be zoomed by wheel, pinch and double tap, and moved by mouse or finger. Places of the
// picture are in its own pixels; places of the frame in CSS pixels from its upper left corner.

const STEP = 1.25; // of one turn of the wheel
const DOUBLE = 300; // milliseconds within which a second tap is a double one
const STILL = 8; // pixels that a tap may move
const CLOSER = 2.5; // times closer after a double tap
const MOST = 12; // times closer than the first view, at most

/**
 * Make a frame show a picture and let people look closer.
 * @param frame the element around it
 * @param place called with [a, b, c, d, e, f], the matrix from the picture to the frame, at every change
 * @param size of the picture, [width, height]
 * @param tap called with a place of the picture and its distance for one pixel of the frame, when it is tapped
 */
export function zoomable(frame, place, size, tap) {
  let view = { k: 1, angle: 0, x: 0, y: 0 }; // scale, turn in radians, and where the picture's corner lies
  let goal = { points: [], angle: 0, margin: 0 }; // what the frame was last asked to show
  let home = 1; // the scale at which all of the goal is in view
  let touched = false; // whether somebody has moved the picture since

  const bounds = () => [frame.clientWidth, frame.clientHeight];
  const turned = ([px, py], { k, angle }) => {
    const [c, s] = [k * Math.cos(angle), k * Math.sin(angle)];
    return [c * px - s * py, s * px + c * py];
  };
  const shownAt = (point) => {
    const [x, y] = turned(point, view);
    return [x + view.x, y + view.y];
  };
  const pictureAt = ([fx, fy]) => turned([fx - view.x, fy - view.y], { k: 1 / view.k, angle: -view.angle });

  function apply() {
    keepInside();
    const [c, s] = [view.k * Math.cos(view.angle), view.k * Math.sin(view.angle)];
    place([c, s, -s, c, view.x, view.y]);
    frame.style.touchAction = view.k > home * 1.02 ? "none" : "pan-y"; // else a finger scrolls the page
  }

  /** Keep some of the picture under the middle of the frame. */
  function keepInside() {
    const corners = [[0, 0], [size[0], 0], size, [0, size[1]]].map(shownAt);
    const [wide, high] = bounds();
    const shift = (values, middle) =>
      Math.max(0, middle - Math.max(...values)) - Math.max(0, Math.min(...values) - middle);
    view.x += shift(
      corners.map(([x]) => x),
      wide / 2,
    );
    view.y += shift(
      corners.map(([, y]) => y),
      high / 2,
    );
  }

  /** Show these points of the picture, turned by an angle, with a margin in its pixels. */
  function fit(points, angle, margin) {
    goal = { points, angle, margin };
    touched = false;
    const [wide, high] = bounds();
    if (!wide || !high || !points.length) return;
    const at = points.map((point) => turned(point, { k: 1, angle }));
    const [xs, ys] = [0, 1].map((axis) => at.map((point) => point[axis]));
    const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
    const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
    home = Math.min(wide / (right - left), high / (bottom - top));
    view = { k: home, angle, x: (wide - home * (left + right)) / 2, y: (high - home * (top + bottom)) / 2 };
    apply();
  }

  function zoom(factor, [fx, fy] = bounds().map((side) => side / 2)) {
    const k = Math.min(Math.max(view.k * factor, Math.min(home, wholeScale())), home * MOST);
    const by = k / view.k;
    if (Math.abs(by - 1) < 1e-6) return false;
    view = { ...view, k, x: fx - (fx - view.x) * by, y: fy - (fy - view.y) * by };
    touched = true;
    apply();
    return true;
  }

  const wholeScale = () => Math.min(bounds()[0] / size[0], bounds()[1] / size[1]) * 0.9;

  const inFrame = (event) => {
    const box = frame.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  frame.addEventListener(
    "wheel",
    (event) => {
      const factor = event.ctrlKey ? Math.exp(-event.deltaY / 100) : event.deltaY < 0 ? STEP : 1 / STEP;
      // what cannot be zoomed out any more leaves the wheel to the page
      const done = factor > 1 || view.k > home ? zoom(factor, inFrame(event)) : event.ctrlKey;
      if (done) event.preventDefault();
    },
    { passive: false },
  );

  const held = new Map(); // pointers that are down, and where
  let moved = false;
  const middle = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const spread = ([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]);

  frame.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    if (!held.size) moved = false;
    held.set(event.pointerId, inFrame(event));
  });
  addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const was = [...held.values()];
    const now = inFrame(event);
    const far = Math.hypot(now[0] - before[0], now[1] - before[1]) > STILL;
    if (held.size === 1 && !moved && !far) return;
    if (held.size === 1 && event.pointerType !== "mouse" && view.k <= home * 1.02) return; // it scrolls the page
    moved = true;
    held.set(event.pointerId, now);
    const [from, to] = [middle(was), middle([...held.values()])];
    view = { ...view, x: view.x + to[0] - from[0], y: view.y + to[1] - from[1] };
    touched = true;
    if (held.size === 2) zoom(spread([...held.values()]) / Math.max(spread(was), 1), to);
    apply();
  });
  for (const name of ["pointerup", "pointercancel"])
    addEventListener(name, ({ pointerId }) => {
      held.delete(pointerId);
    });
  frame.addEventListener("dragstart", (event) => event.preventDefault());

  let last = { time: 0, at: [0, 0] };
  let waiting = null; // a tap of a finger that may become a double one
  frame.addEventListener("click", (event) => {
    if (moved || event.detail === 0) return; // a drag has ended here; a press of a key is followed by the element itself
    const at = inFrame(event);
    const twice =
      event.timeStamp - last.time < DOUBLE && Math.hypot(at[0] - last.at[0], at[1] - last.at[1]) < 4 * STILL;
    last = { time: twice ? 0 : event.timeStamp, at };
    clearTimeout(waiting);
    if (twice) {
      if (view.k > home * 1.5) fit(goal.points, goal.angle, goal.margin);
      else zoom(CLOSER, at);
      return;
    }
    const found = () => tap(pictureAt(at), 1 / view.k);
    if (event.pointerType === "touch") waiting = setTimeout(found, DOUBLE);
    else found();
  });
  new ResizeObserver(() => (touched ? apply() : fit(goal.points, goal.angle, goal.margin))).observe(frame);

  return { fit, zoom };
}
