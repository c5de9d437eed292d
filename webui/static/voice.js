// The score said aloud by the browser's own voice, in the page's language. It is off until somebody switches it on, and
// stays as it was left.

import { tell } from "./page.js";
import { keep, recall } from "./storage.js";
import { h } from "./view.js";
import { _, voice } from "./words.js";

const KEY = "tableside-aloud";

let last = ""; // what was said or shown last
let first = true; // whether the page has just been opened: nothing is said before somebody has done something
let waits = false; // whether what was said last is no longer what holds, and what does is not known yet
let wanted = false; // whether the voice was switched on meanwhile

const speech = globalThis.speechSynthesis;
const on = () => recall(KEY) === "on";

/** Return the voice for the page's language: the very same, else another of that language. */
export function chosenVoice() {
  const voices = speech.getVoices();
  const named = (each) => each.lang.replace("_", "-");
  return (
    voices.find((each) => named(each) === voice) ??
    voices.find((each) => named(each).split("-")[0] === voice.split("-")[0])
  );
}

/** Say a text after what is being said. */
export function utter(text, rate = 1) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = voice;
  words.voice = chosenVoice() ?? null;
  words.rate = rate;
  speech.speak(words);
}

function speak(text) {
  speech.cancel(); // what was true before is not said to its end
  utter(text);
}

/** Say a text where it is new and somebody wants to hear it. */
export function sayAloud(text) {
  const heard = !wanted && (text === last || first);
  last = text;
  first = waits = wanted = false;
  if (speech && on() && !heard) speak(text);
}

/** Say nothing until something is said anew. */
export const waitAloud = () => (waits = true);

/** Switch the voice on or off; switched on, it says what is on the page. */
export function toggleVoice() {
  const now = !on();
  keep(KEY, now ? "on" : "off");
  wanted = now && waits;
  if (!now) speech?.cancel();
  else if (!speech) tell(_("This browser has no voice"));
  else if (!wanted) speak(last);
  const made = document.querySelector("[data-key=aloud]");
  made?.setAttribute("aria-pressed", String(now));
}

/** Return the switch of the voice. */
export const voiceSwitch = () =>
  h("button.button", { "aria-pressed": String(on()), "data-key": "aloud", onclick: toggleVoice }, _("Read aloud"));
