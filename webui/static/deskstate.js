// All that the desk of an event shows, and how it records: shared by the parts of its page.

import { authorization } from "./access.js";
import { actInWords } from "./acts.js";
import { came } from "./came.js";
import { followAll } from "./changes.js";
import { askWhether } from "./dialogs.js";
import { isOurs } from "./drawn.js";
import { enter, onRecorded, sendBy, still } from "./entered.js";
import { untilAnswered } from "./line.js";
import { ask, checkSize, newId, orTell, Trouble, tell, tellTrouble } from "./page.js";
import { rooted } from "./root.js";
import { saveFile } from "./takeaway.js";
import { _ } from "./words.js";

const NUMBER = document.getElementById("desk").dataset.event;
const ADDRESS = `/api/hall/events/${NUMBER}`;

let seen = "";
let draw = () => {};

/**
 * All that the page shows: the event as the server has it (null before the first answer), the part that is open, what
 * is looked for among the players, the round whose seating is shown, the player who is to change places, and whether
 * the server draws a seating.
 */
export const state = { event: null, part: null, wanted: "", round: null, chosen: null, drawing: false };

/** Change what the page shows, and draw it. */
export function set(changes) {
  Object.assign(state, changes);
  if (state.event) draw();
}

function take(event) {
  const text = JSON.stringify(event);
  if (text === seen) return;
  seen = text;
  set({ event });
}

/** Look what the event stands at. */
async function load() {
  try {
    const { ok, ...next } = await ask("GET", ADDRESS);
    if (ok) take(next);
  } catch (trouble) {
    if (!state.event || trouble.status) tellTrouble(trouble);
  }
}

/** All that is asked before it is done although matches are being played, by the kind of the refusal. */
const QUESTIONS = {
  "round-over-matches": [
    _("Begin the round?"),
    _("Matches of the event end as they stand, without the current hand; any other match is left unfinished."),
    _("Begin the round"),
  ],
  "seating-leaves-out": [_("Leave players out?"), _("They sit at no table in these rounds."), _("Leave them out")],
  "release-over-matches": [
    _("Publish the results?"),
    _("Tables that still play have no result yet."),
    _("Publish all the same"),
  ],
};

const asked = ({ message }, title, follows, label) =>
  askWhether(title, _("{why}. {follows}", { why: message, follows }), label);

/**
 * Post something to an event; what matches that are being played stand against is asked. Null where it is not wanted.
 */
async function post(address, body, options = {}) {
  try {
    return await ask("POST", address, body, { wait: false, ...options });
  } catch (trouble) {
    const question = QUESTIONS[trouble.kind];
    if (!question) throw trouble;
    return (await asked(trouble, ...question)) ? post(address, { ...body, anyway: true }, options) : null;
  }
}

/** Take over what the event stands at after something was sent; resolves to the answer, null where it is refused. */
async function taken(answered) {
  const answer = await orTell(answered);
  if (answer?.event) take(answer.event);
  return answer;
}

/** Send something to the event, apart from its records. */
export const send = (what, body) => taken(untilAnswered(() => post(`${ADDRESS}/${what}`, body)));

/** Keep a photo of the event's papers; resolves to the answer, null where it is refused. */
export function keepPhoto(file) {
  const form = new FormData();
  form.append("photo", file, file.name || "photo.jpg");
  const sent = async () => {
    checkSize(file);
    return ask("POST", `${ADDRESS}/photos`, form);
  };
  return orTell(sent());
}

/** Return an act with its players by name, as its sentence has them. */
function withNames({ player, by, players, act, ...others }) {
  const name = (number) => person(number)?.name ?? String(number);
  return {
    ...others,
    ...(player && { player: name(player) }),
    ...(by && { by: name(by) }),
    ...(players && { players: players.map(name) }),
    ...(act && { act: withNames(act) }),
  };
}

/** Record an act, kept on this device until then; resolves to the answer, null where the event does not follow it. */
export async function record(act, said = "") {
  const body = { id: newId(), act };
  const about = { id: body.id, event: NUMBER, says: actInWords(withNames(act)) };
  const waits = (trouble) => {
    if (trouble.status === 0) return { waits: true }; // as the page says
    throw trouble;
  };
  const answer = await taken(enter("event", body, about).catch(waits));
  if (answer && !answer.waits && said) tell(said);
  return answer;
}

sendBy("event", ({ event, body }) => post(`/api/hall/events/${event}/records`, body, { still }));
onRecorded(() => load());

/** Draw the seating from a round on; by the "standing" the next round alone, held at the desk until it is published. */
export async function drawSeating(since, sit_outs = false, by = "lot") {
  set({ drawing: true });
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
  await send("draw", { id: newId(), since, seed, sit_outs, by, held: by !== "lot" });
  set({ drawing: false });
}

/** Return true if players fill no whole tables, or one of them misses a round: then somebody may sit out in turn. */
export function mustSomeSitOut() {
  const playing = state.event.people.filter((each) => each.withdrawn === null && !each.substitute);
  return (
    playing.length >= state.event.size &&
    (playing.length % state.event.size > 0 || playing.some(({ absent }) => absent.length))
  );
}

/** Draw the next round by the standing; those sit out in turn who fill no table without substitutes. */
export async function drawByStanding() {
  const spare = state.event.people.some((each) => each.withdrawn === null && each.substitute);
  await drawSeating(state.event.next, mustSomeSitOut() && !spare, "standing");
}

/** Show everybody the seating of a round that was held at the desk. */
export const publishSeating = (round) => () => record({ type: "SeatingPublished", round });

/** Draw the next round with tables of neighbours in the ranking, whoever met before. */
export const drawByPlace = () => drawSeating(state.event.next, mustSomeSitOut(), "place");

/** Do the same with all clocks of a round. */
export const clocks = (round, what) => () => send("clocks", { round, do: what });

/** Return what the page of an error says. */
async function reason(response) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.querySelector("main")?.innerText.trim().replace(/\s+/g, " ") ?? "";
}

/** Take a file of the event away. */
export async function download(what) {
  try {
    const response = await fetch(rooted(`/desk/${NUMBER}/${what}`), { headers: authorization() });
    if (!response.ok) throw new Trouble(_("The file could not be downloaded"), await reason(response), response.status);
    saveFile(await response.blob(), response.headers.get("Content-Disposition").replace(/.*filename=/, ""));
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

/** Return a player by number. */
export const person = (number) => state.event.people.find((each) => each.number === number);

/** Return the round that was started last; undefined before the first. */
export const current = () => state.event.drawn.find(({ round }) => round === state.event.current);

/** Draw what the event stands at, from now on; first as it came with the page. */
export function watchEvent(drawAll) {
  draw = drawAll;
  const first = isOurs() ? came("desk-data") : null;
  if (first) take(first);
  followAll(load, Boolean(first));
}
