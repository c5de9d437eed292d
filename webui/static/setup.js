// The page on which a table is set up: its steps, which of them are done, and what the camera's picture is like.

import { settings } from "./camerasettings.js";
import { drawChecks, sumOf } from "./checks.js";
import { draftName, dropDraft, keepDraft } from "./drafts.js";
import { chooseBox, chooseCamera } from "./equipment.js";
import { listen } from "./live.js";
import { looks } from "./looks.js";
import { ask, orTell, tell } from "./page.js";
import { takePictures } from "./taking.js";
import { setText } from "./view.js";
import { _ } from "./words.js";

const PAUSE = 1000; // milliseconds between two checks
const BOX = {
  stopped: _("The box is not listened to."),
  searching: _("Looking for the box…"),
  greeting: _("A port is open: waiting for the box to answer…"),
  connected: _("Connected."),
  silent: _("Lost: the box does not answer any more."),
};

const at = (id) => document.getElementById(id);
const table = `/api/tables/${document.body.dataset.table}`;
const live = at("live");
let state = JSON.parse(at("setup-data").textContent);

/** All that each step stands at, as it is said beside its title. */
const VALUES = {
  language: () => document.querySelector("[data-step=language] [aria-current]").textContent,
  name: () => state.name,
  rules: () => state.rules_says,
  camera: () => state.camera.name ?? (state.camera.none ? _("none") : ""),
  corners: () => (state.camera.calibrated ? _("calibrated") : ""),
  tileset: () => state.tileset ?? "",
  box: () => state.box.line?.box?.id ?? (state.box.none ? _("none") : ""),
};

function draw() {
  const steps = state.steps.map(({ step, done }, n) => {
    const box = document.querySelector(`[data-step=${step}]`);
    box.classList.toggle("done", done);
    box.querySelector(".sign").textContent = done ? "✓" : String(n + 1);
    setText(box.querySelector(".value"), VALUES[step]());
    setText(box.querySelector(".state"), done ? _("done") : _("to do"));
    return done;
  });
  const done = steps.filter(Boolean).length;
  const all = done === steps.length;
  setText(
    at("progress"),
    all ? _("Everything is set up.") : _("{done} of {count} done", { done, count: steps.length }),
  );
  at("skip").textContent = all ? _("To the table") : _("Skip for now");
  at("skip").classList.toggle("primary", all);
}

/** Show a new state, and open the first step that is not done. */
function follow(answer) {
  state = answer;
  draw();
  const next = state.steps.find(({ done }) => !done)?.step;
  const box = next && document.querySelector(`[data-step=${next}]`);
  if (box) {
    box.open = true; // the others close: they have one name
    box.querySelector("summary").focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  } else at("skip").focus();
}

const say = (what) => orTell(ask("PUT", `${table}/setup`, what));

for (const button of document.querySelectorAll("[data-keep]")) {
  button.addEventListener("click", async () => {
    const answer = await say({ done: button.dataset.keep });
    if (answer) follow(answer);
  });
}

const naming = at("naming");
keepDraft(naming, draftName("naming"));
naming.addEventListener("submit", async (event) => {
  event.preventDefault();
  const named = await orTell(ask("PUT", `${table}/name`, { name: naming.elements.name.value }));
  if (!named) return;
  dropDraft(draftName("naming"));
  location.reload(); // the bar has the name too
});

at("preset").addEventListener("change", async ({ target }) => {
  const answer = await say({ rules: target.value });
  if (!answer) return;
  state = answer;
  draw();
  tell(_("Saved"), state.rules_says);
});

at("screen").addEventListener("change", async ({ target }) => {
  const answer = await say({ screen: target.value || null });
  if (answer) tell(_("Saved"), target.selectedOptions[0].textContent);
});

for (const choice of ["watches", "follows"]) {
  at(choice)?.addEventListener("change", async ({ target }) => {
    const answer = await say({ [choice]: target.checked });
    if (answer) tell(_("Saved"));
    else target.checked = !target.checked;
  });
}

at("stream")?.addEventListener("change", async ({ target }) => {
  const { value, selectedOptions } = target;
  const answer = await say({ stream: value === "deal" ? value : Number(value) });
  if (answer) tell(_("Saved"), selectedOptions[0].textContent);
});

chooseCamera(() => location.reload()); // its picture and its corners have a place on the page only with a camera
chooseBox(state.box.address, (answer) => {
  state = answer;
  draw();
  showBox(state.box.line);
});

function showBox(line) {
  state.box.line = line;
  const said = line ? line.problem || BOX[line.phase] : state.box.none ? _("There is no box.") : "";
  setText(at("box-state"), line?.box ? `${said} ${line.box.id} · ${line.address}` : said);
  at("box-state").dataset.phase = line?.phase ?? "";
  draw();
}

listen({
  box: showBox,
  equipment: ({ camera }) => {
    if (camera !== state.camera.name) location.reload(); // changed on another device
  },
});

if (live) {
  watch(live);
  settings();
}

function watch(section) {
  const says = at("camera-state");
  let checked = 0; // when the picture was checked last

  const show = looks(section, async () => {
    if (Date.now() - checked >= PAUSE) await check();
  });

  async function check() {
    checked = Date.now();
    try {
      const { checks, slow } = await ask("GET", `${table}/setup/check`);
      drawChecks(at("checks"), checks);
      setText(at("check-sum"), sumOf(checks));
      setText(at("too-slow"), slow);
      at("too-slow").hidden = !slow;
    } catch (trouble) {
      setText(says, trouble.message);
    }
  }

  listen({
    look: show,
    health: ({ state, why, moved }) =>
      setText(says, { live: moved || _("Live"), opening: _("Opening the camera…") }[state] ?? why),
    lost: (text) => setText(says, text),
  });
}

takePictures();
draw();
showBox(state.box.line);
