// The open doubts of a reading as questions, the most important first, each answered with one tap.

import { drawCrop } from "./marks.js";
import { button, fill, h } from "./page.js";
import { image, inWords } from "./tiles.js";
import { _ } from "./words.js";

const SHOWN = 3; // questions shown at once; the others follow when these are answered

/** The label of the answer that opens the palette. */
function otherAnswer({ any_face, choices }) {
  if (!any_face) return _("Something else…");
  return choices.length ? _("Another tile…") : _("Choose the tile…");
}

export function drawQuestions(view) {
  const { questions } = view.hand;
  const count = questions.length;
  const box = document.getElementById("questions");
  box.hidden = count === 0;
  if (box.hidden) return fill(box);
  const later = count - SHOWN;
  const all = () => view.change({ do: "confirm", doubts: questions.map(({ doubt }) => doubt) });
  return fill(
    box,
    h("h2", count === 1 ? _("One question about this hand") : _("{count} questions about this hand", { count })),
    h(
      "ol",
      questions.slice(0, SHOWN).map((question) => h("li", card(view, question))),
    ),
    h(
      "div.foot",
      later > 0 && h("span", _("and {count} more", { count: later })),
      button(".small", _("Everything is right as it is"), all, "settle-all"),
    ),
  );
}

/**
 * One question with its answers.
 * @param done called once it is answered
 * @param say called with the Trouble when the answer is refused; by default it is shown as a notice
 */
export function card(view, question, done = () => {}, say = undefined) {
  const { doubt, ask, why, choices, at } = question;
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
      at && button(".option", otherAnswer(question), () => view.look({ path: at }), key("other")),
    ),
  );
}

const SET = /\b((?:(?:[1-9][mps]|[ESWNCFP]) ){2,3}(?:[1-9][mps]|[ESWNCFP]))\b/;

/** The text of a question, with pictures in place of the codes of a set. */
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
  const several = seen.length > 1;
  const canvas = h(`canvas${several ? ".several" : ""}`, {
    role: "img",
    "aria-label": several ? _("The tiles in the photo") : _("The tile in the photo"),
  });
  photo.decode().then(
    () => drawCrop(canvas, photo, hand.reading, seen),
    () => canvas.remove(),
  );
  return canvas;
}
