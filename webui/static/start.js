// The start page: photos to send, and the live picture where there is a camera.

import "./attable.js";
import { letCall } from "./calls.js";
import { refereeClock, says, shownTime, watchClock } from "./clock.js";
import { tellTimes } from "./drawn.js";
import { listKeys, onKey } from "./keys.js";
import { listen } from "./live.js";
import "./laidcard.js";
import { looks } from "./looks.js";
import { ask, goToNewHand, TABLE, tell } from "./page.js";
import { claimed, seated, seen } from "./running.js";
import "./seating.js";
import { showRecent } from "./recent.js";
import { takePictures } from "./taking.js";
import { h, render, setText } from "./view.js";
import { _ } from "./words.js";

takePictures(claimed, seen);

listen({
  match: ({ over }) => {
    document.getElementById("hand-in-play").hidden = Boolean(over); // no hand of it is played any more
  },
});
letCall(() => Object.entries(seated()));

tellTimes(document);
showRecent();

refereeClock(document.getElementById("clock"), TABLE, onKey);
let clockSeen = false;
watchClock((state) => {
  const short = state.phase === "ready" ? "" : `${shownTime(state)} · ${says(state)}`;
  setText(document.getElementById("clock-short"), short);
  if (!clockSeen && state.phase !== "ready") document.getElementById("clock-card").open = true; // somebody uses it
  clockSeen = true;
});

const live = document.getElementById("live");
if (live) watch(live);
listen({
  equipment: ({ camera }) => {
    if ((camera !== null) === Boolean(live)) return;
    if (document.querySelector("dialog[open]")) tell(_("The camera was changed"), _("Load the page again"));
    else location.reload();
  },
});

function watch(section) {
  const health = section.querySelector(".health");
  const what = section.querySelector(".what");
  const verdict = section.querySelector(".look");
  const take = document.getElementById("take");
  const calibrate = document.getElementById("calibrate");
  let shown = null; // the look whose picture is on the page
  let state = "opening";

  function say(next, text) {
    state = next;
    health.dataset.state = next;
    health.textContent = text;
    const dead = ["stalled", "lost", "withheld"].includes(next);
    section.classList.toggle("dead", dead);
    take.disabled = dead || !shown;
  }

  const show = looks(section, (look) => {
    shown = look;
    take.disabled = ["stalled", "lost", "withheld"].includes(state);
    const [kind, text] = judge(look);
    section.dataset.look = kind;
    setText(verdict, text); // a change is read out
    verdict.hidden = !text;
    render(describe(look), what);
  });

  listen({
    look: show,
    health: ({ state: next, why, calibrated, moved }) => {
      say(next, { live: moved || _("Live"), opening: _("Opening the camera…") }[next] ?? why);
      health.classList.toggle("moved", Boolean(moved));
      calibrate.textContent = moved ? _("Calibrate again") : calibrated ? _("Calibrated") : _("Calibrate");
      calibrate.classList.toggle("amber", Boolean(moved));
    },
    lost: (text) => say("lost", text),
  });

  listKeys([_("Space")], _("Take this hand"));
  const takeHand = () =>
    !take.disabled &&
    goToNewHand(() =>
      ask("POST", `/api/tables/${TABLE}/live/take?picture=${shown.number}`, undefined, { wait: false }),
    );
  take.addEventListener("click", takeHand);
  addEventListener("keydown", (event) => {
    if (event.key !== " " || event.repeat || event.target.closest("button, a, input, label, select")) return;
    event.preventDefault();
    takeHand();
  });
}

/** Return the state of a look: a kind, which sets its colour, and its label. */
function judge(look) {
  if (look.state === "moving") return ["moving", _("Moving")];
  if (look.state === "covered") return ["covered", _("Covered")];
  if (!look.reading?.tiles.length) return ["nothing", ""];
  if (look.state === "joining") return ["joining", _("Reading…")];
  if (!look.sure) return ["unsure", _("To be checked")];
  return look.open.length ? ["open", _("Read")] : ["sure", _("Confirmed")]; // open: the score depends on what nobody said
}

function describe(look) {
  if (look.state === "moving") return [_("Read when it lies still")];
  if (look.state === "covered") return [_("Something lies over the tiles")];
  if (!look.reading) return [look.why || _("This photo could not be read")];
  const inHand = look.reading.tiles.filter((tile) => look.reading.groups[tile.group]?.kind !== "aside").length;
  if (!inHand) return [_("No tiles in sight")];
  return [h("b", _("{count} tiles", { count: inHand })), look.worth && ` · ${look.worth}`];
}
