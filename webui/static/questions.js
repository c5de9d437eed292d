// The open doubts of a reading as questions, the most important first, each answered with one tap or by its number. Every
// question has a way on where no answer is right, and one where nobody can tell.

import { cropOf } from "./marks.js";
import { otherHands } from "./otherhands.js";
import { tell } from "./page.js";
import { inWords, tileImage } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const SHOWN = 3; // questions shown at once; the others follow when these are answered

const later = []; // doubts that nobody could tell, in the order they were put off: they come after the others

let oneByOne = false; // whether somebody wants to see each question about the rest

/** Return the open questions in the order they are asked. */
export const inTurn = ({ questions }) =>
  questions
    .flatMap((question) => (oneByOne && question.rest) || [question])
    .sort((a, b) => later.indexOf(a.doubt) - later.indexOf(b.doubt));

/** Put a question off: it stays open, and the score unconfirmed. */
function putOff(doubt) {
  const before = later.indexOf(doubt);
  if (before >= 0) later.splice(before, 1);
  later.push(doubt);
}

/** Return the label of the answer that opens the palette. */
function otherAnswer({ any_face, choices, at }) {
  if (!any_face || !at) return _("None of these");
  return choices.length ? _("Another tile…") : _("Choose the tile…");
}

/** Return the one question that is open, where it is about the hand as a whole: the tiles ask it themselves. */
export const askedByTiles = ({ questions }) =>
  questions.length === 1 && questions[0].kind === "hand-right" ? questions[0] : null;

/** Return the open questions, a few at a time; null where there is none. */
export function questionsPart(view) {
  const questions = inTurn(view.hand);
  if (!questions.length || askedByTiles(view.hand)) return null;
  const shown = questions.slice(0, SHOWN);
  const count = questions.length;
  const more = count - shown.length;
  return h(
    "section.card.questions",
    { id: "questions", "aria-label": _("Questions about the hand") },
    h("h2", count === 1 ? _("One question about this hand") : _("{count} questions about this hand", { count })),
    h(
      "ol.stack",
      shown.map((question, n) => h("li", { key: question.doubt }, card(view, question, { numbered: n === 0 }))),
    ),
    view.hand.unfinished && h("p.why", inWords(view.hand.problem)), // a hand that lacks a tile is never right as it is
    more > 0 && h("p.after.row.between", _("and {count} more", { count: more })),
  );
}

/** Return the first open question, for those who hear the page. */
export const firstAsked = ({ hand }) => {
  const [first] = inTurn(hand);
  return first ? inWords(first.ask) : "";
};

/**
 * One question with its answers.
 * @param done called once it is answered or put off
 * @param say called with the Trouble when the answer is refused; by default it is shown as a notice
 * @param elsewhere called where none of the answers is right and the question names no tile
 * @param numbered whether keys answer it
 */
export function card(view, question, { done = view.draw, say, elsewhere = toTheTiles, numbered = true } = {}) {
  const { doubt, ask, why, also, choices, at } = question;
  const key = (answer) => `answer-${doubt}-${answer}`;
  const answer = async (word) => {
    const trouble = await view.change({ do: "answer", doubt, answer: word }, say);
    if (trouble) return;
    done();
    goOn();
  };
  const number = (n) => numbered && n < 9 && h("kbd.no-touch", { "aria-hidden": "true" }, String(n + 1));
  const cannotTell = () => {
    putOff(doubt);
    done();
    goOn();
  };
  const isMeant = question.kind === "hand-meant" && view.photo;
  const ours = () => isMeant && cropOf(view.photo, view.hand.reading, question.seen, _("This hand in the photo"));
  const option = ({ answer: word, says, tiles }, n) =>
    h(
      `button.option.box${tiles.length ? ".with-tiles" : ""}${isMeant ? ".other-hand" : ""}`,
      {
        "data-key": key(word),
        "data-answer": word,
        title: inWords(says),
        "aria-label": inWords(says),
        onclick: () => answer(word),
      },
      number(n),
      ours(),
      tiles.length > 0 &&
        h(
          "span.row",
          tiles.map((tile) => tileImage(tile)),
        ),
      !isMeant && (tiles.length !== 1 || says !== tiles[0]) && h("span", inWords(says)),
    );
  const others = question.kind === "hand-meant" ? otherHands(view.hand, view.photo) : [];
  const another = ({ canvas, read }, n) =>
    h(
      "button.option.box.other-hand",
      { "data-key": key(`hand-${n}`), "aria-label": _("Read this hand"), onclick: read },
      number(choices.length + n),
      canvas,
    );
  const last = choices.length + others.length;
  return h(
    "div.question",
    { "data-doubt": doubt, "data-numbered": String(numbered) },
    evidence(view, question),
    h(
      "div.asks",
      h("h3", withTiles(ask)),
      [why, ...also].filter((each) => each !== ask).map((each) => h("p.why", inWords(each))),
    ),
    h(
      "div.options",
      choices.map(option),
      others.map(another),
      question.rest &&
        h(
          "button.option.box",
          {
            "data-key": key("one-by-one"),
            onclick: () => {
              oneByOne = true;
              view.draw();
            },
          },
          _("One by one"),
        ),
      h(
        "button.option.box",
        { "data-key": key("other"), onclick: () => (at ? view.look({ path: at }) : elsewhere()) },
        number(last),
        otherAnswer(question),
      ),
      h(
        "button.option.box.put-off",
        { "data-key": key("put-off"), onclick: cannotTell },
        number(last + 1),
        _("Not sure"),
      ),
    ),
  );
}

/** Move the keyboard from an answered question, gone with its buttons, to the next one, after the last to “Undo”. */
function goOn() {
  if (document.activeElement !== document.body) return;
  const next = document.querySelector("#questions .option") ?? document.querySelector("[data-key=undo]");
  next?.focus({ preventScroll: true });
}

/** Lead to the tiles, where whatever is wrong can be put right. */
function toTheTiles() {
  document.querySelector("#mat .slot")?.focus();
  tell(_("Tap the tile that is wrong, or drag it to where it belongs"));
}

/** Answer the first question that is shown by the number of its answer. */
export function answerByNumber(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !/^[1-9]$/.test(event.key)) return;
  if (event.target.closest?.("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  const dialog = document.querySelector("dialog[open]");
  const options = (dialog ?? document).querySelectorAll(".question[data-numbered=true] .option");
  if (dialog && dialog.id !== "palette") return;
  options[Number(event.key) - 1]?.click();
}

const SET = /\b((?:(?:[1-9][mps]|[ESWNCFP]) ){2,3}(?:[1-9][mps]|[ESWNCFP]))\b/;

/** Return the text of a question, with pictures in place of the codes of a set. */
const withTiles = (ask) =>
  ask.split(SET).map((part, n) => {
    if (n % 2 === 0) return part && inWords(part);
    const tiles = part.split(" ");
    return h(
      "span.row",
      tiles.map((tile) => tileImage(tile, true)),
    );
  });

function evidence({ hand, photo }, { kind, seen }) {
  if (!photo || !seen.length || kind === "hand-meant") return null; // its answers are pictures
  const several = seen.length > 1;
  const label = several ? _("The tiles in the photo") : _("The tile in the photo");
  return cropOf(photo, hand.reading, seen, label, several ? ".several" : "");
}
