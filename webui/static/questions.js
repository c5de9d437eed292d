// The doubts of a reading as questions, those first that matter most; one tap answers.

import { button, fill, h } from "./page.js";
import { drawCrop } from "./marks.js";
import { image, inWords } from "./tiles.js";

const SHOWN = 3; // questions that stand open at once; the others wait until these are answered

const OTHER = ["Something else…", "Another tile…", "Choose the tile…"];

export function drawQuestions(view) {
  const { questions } = view.hand;
  const box = document.getElementById("questions");
  box.hidden = questions.length === 0;
  if (box.hidden) return fill(box);
  const later = questions.length - SHOWN;
  const all = () => view.change({ do: "confirm", doubts: questions.map(({ doubt }) => doubt) });
  return fill(
    box,
    h("h2", questions.length === 1 ? "One question about this hand" : `${questions.length} questions about this hand`),
    h(
      "ol",
      questions.slice(0, SHOWN).map((question) => h("li", card(view, question))),
    ),
    h(
      "div.foot",
      later > 0 && h("span", `and ${later} more`),
      button(".small", "Everything is right as it is", all, "settle-all"),
    ),
  );
}

/**
 * One question with its answers.
 * @param done what to do once it is answered; `say` what to do when the answer is refused
 */
export function card(view, question, done = () => {}, say = undefined) {
  const { doubt, ask, why, choices, at, any_face } = question;
  const key = (answer) => `answer-${doubt}-${answer}`;
  const answer = async (word) => {
    const trouble = await view.change({ do: "answer", doubt, answer: word }, say);
    if (!trouble) done();
  };
  const option = ({ answer: word, says, tiles }) =>
    h(
      `button.option${tiles.length ? ".with-tiles" : ""}`,
      {
        "data-key": key(word),
        "data-answer": word,
        title: inWords(says),
        "aria-label": inWords(says),
        onclick: () => answer(word),
      },
      tiles.length > 0 &&
        h(
          "span.row",
          tiles.map((tile) => image(tile)),
        ),
      (tiles.length !== 1 || says !== tiles[0]) && h("span", inWords(says)),
    );
  return h(
    "div.question",
    { "data-doubt": doubt },
    evidence(view, question),
    h("div.asks", h("h3", withTiles(ask)), h("p.why", inWords(why))),
    h(
      "div.options",
      choices.map(option),
      at &&
        button(
          ".option",
          OTHER[Number(any_face) + Number(any_face && !choices.length)],
          () => view.look({ path: at }),
          key("other"),
        ),
    ),
  );
}

const SET = /\b((?:(?:[1-9][mps]|[ESWNCFP]) ){2,3}(?:[1-9][mps]|[ESWNCFP]))\b/;

/** A question in words, the tiles of a set as pictures. */
const withTiles = (ask) =>
  ask.split(SET).map((part, n) => {
    if (n % 2 === 0) return part && inWords(part);
    const tiles = part.split(" ");
    return h(
      "span.row",
      tiles.map((tile) => image(tile, true)),
    );
  });

function evidence({ hand, photo }, { seen }) {
  if (!photo || !seen.length) return null;
  const canvas = h("canvas", {
    role: "img",
    "aria-label": seen.length > 1 ? "The tiles in the photo" : "The tile in the photo",
  });
  photo.decode().then(
    () => drawCrop(canvas, photo, hand.reading, seen),
    () => canvas.remove(),
  );
  return canvas;
}
