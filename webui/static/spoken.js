// The play at a table, spoken as the camera sees it. The sentences come from the server; here is which of them this
// listener wants to hear, and how. Where there is no voice, a screen reader reads the same words.

import { came } from "./came.js";
import { listen } from "./live.js";
import { ask, newId, TABLE } from "./page.js";
import { stayOn } from "./stayon.js";
import { keep, recall } from "./storage.js";
import { oneAtATime } from "./turns.js";
import { h, render, setText } from "./view.js";
import { chosenVoice, utter } from "./voice.js";
import { _, lang } from "./words.js";

const AGAIN = 2000; // milliseconds between two looks for more, beside the events that tell of it
const KEY = "tableside-spoken";
const SHOWN = 5; // lines that stay on the page
const USUAL = { called: "winds", me: "", rate: "1", discard: true, call: true, win: true, left: true };

const at = (id) => document.getElementById(id);
const speech = globalThis.speechSynthesis;
const choices = at("choices");
const chosen = { ...USUAL, ...JSON.parse(recall(KEY) ?? "{}") };

let last = null; // the newest entry that is known
let heard = 0; // the same of what is told before it is an entry
let now = []; // sentences on what stands
const said = []; // the lines on the page, newest first
let speaking = false;
let refused = false; // this device may not listen: nothing is asked for until somebody taps

/** Show sentences, newest first, for eyes and screen readers, and speaks them. */
function say(sentences) {
  for (const says of sentences) {
    said.unshift({ key: newId(), says });
    if (speaking) utter(says, Number(chosen.rate));
  }
  said.splice(SHOWN);
  render(
    said.map(({ key, says }) => h("p", { key }, says)),
    at("said"),
  );
}

const load = oneAtATime(async () => {
  if (refused) return;
  const asked = new URLSearchParams({
    lang,
    called: chosen.called,
    me: chosen.me,
    ...(last !== null && { after: last, heard }),
  });
  try {
    show(await ask("GET", `/api/tables/${TABLE}/spoken?${asked}`));
  } catch (trouble) {
    refused = [401, 403].includes(trouble.status);
    setText(at("state"), trouble.message);
  }
});

function show(play) {
  setText(at("state"), play.says || (speech ? "" : _("This browser has no voice")));
  const names = [...choices.elements.me.options].slice(1).map(({ value }) => value);
  if (names.join() !== play.players.join()) drawNames(play.players);
  now = play.now;
  ({ last, heard } = play);
  say(play.lines.filter(({ kind }) => chosen[kind] ?? true).map(({ says }) => says));
  draw();
}

function drawNames(players) {
  const { me } = choices.elements;
  me.replaceChildren(me.options[0], ...players.map((name) => new Option(name)));
  me.value = players.includes(chosen.me) ? chosen.me : "";
}

function draw() {
  const { start, stop } = at("speak").dataset;
  setText(at("speak"), speaking ? stop : start);
  at("speak").disabled = !speech;
  at("again").disabled = !said.length;
  at("turn").disabled = !now.length;
  at("said").setAttribute("aria-live", speaking && chosenVoice() ? "off" : "polite"); // nobody hears it twice
}

/** Starts, which a browser lets a page do only where somebody taps, or stops. */
at("speak").addEventListener("click", async () => {
  speaking = !speaking;
  if (!speaking) speech.cancel();
  draw();
  if (refused) {
    refused = false;
    await load();
  }
  if (speaking) say(now.length ? now : [at("state").textContent].filter(Boolean));
});
at("again").addEventListener("click", () => {
  const { says } = said.shift();
  speech?.cancel();
  say([says]); // as another line, which a screen reader reads again
});
at("turn").addEventListener("click", () => {
  speech?.cancel();
  say(now);
});

for (const field of choices.elements) {
  if (field.type === "radio") field.checked = field.value === chosen[field.name];
  else if (field.type === "checkbox") field.checked = chosen[field.name];
  else if (field.name) field.value = chosen[field.name];
}
choices.addEventListener("change", ({ target }) => {
  chosen[target.name] = target.type === "checkbox" ? target.checked : target.value;
  keep(KEY, JSON.stringify(chosen));
});
choices.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("visibilitychange", stayOn);
stayOn();
draw();
listen({ deal: load });
setInterval(load, AGAIN);
const first = came("spoken-data");
if (first && at("spoken-data").dataset.called === chosen.called) show(first);
else load();
