// The question whether East sits where the match has them, once the followed play says otherwise: one tap turns all names.

import { may, onAccess } from "./access.js";
import { came } from "./came.js";
import { listen } from "./live.js";
import { ask, orTell, TABLE } from "./page.js";
import { oneAtATime } from "./turns.js";
import { button, h, render } from "./view.js";
import { _ } from "./words.js";

const card = document.getElementById("seating"); // only where the camera follows the play
const address = `/api/tables/${TABLE}/seating`;

const load = oneAtATime(async () => {
  if (may("table")) draw((await ask("GET", address)).asked);
});
const first = card && came("seating-data"); // as the server drew it, of buttons that nothing listens to
const refresh = () => load().catch(() => null); // the line says why, and what is asked stays

function draw(asked) {
  card.hidden = !asked;
  if (!asked) return;
  const { says, number, deal, picture } = asked;
  const answer = (turn) => async () => {
    const answered = await orTell(ask("POST", address, { number, turn }));
    if (answered) draw(answered.asked);
  };
  render(
    [
      h("h2", { id: "seating-title" }, _("Does East sit here?")),
      h("a.row", { href: deal }, picture && h("img.thumb", { src: picture, alt: "" }), h("span", says)),
      h(
        "div.row",
        button(".primary", _("Yes, turn the names"), answer(true), "seating-turn"),
        button("", _("No"), answer(false), "seating-right"),
      ),
    ],
    card,
  );
}

if (card) {
  listen({ deal: refresh, hand: refresh });
  onAccess(refresh);
  card.replaceChildren();
  if (first) draw(first.asked);
  else refresh();
}
