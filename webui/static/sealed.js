// Keeps the seal of the table's match after each record, and says on its sheet whether the records still contain it.

import { keepSeal } from "./keptseals.js";
import { followMatch } from "./match.js";
import { TABLE } from "./page.js";
import { showProof } from "./seals.js";

const place = document.getElementById("proof"); // only on the sheet
let shown = null;

async function show(match) {
  if (!match) return;
  shown = match;
  await showProof(place, TABLE, match).catch(() => null); // the page says elsewhere that the server does not answer
  keepSeal(TABLE, match);
  if (shown === match && place.hidden) showProof(place, TABLE, match).catch(() => null);
}

followMatch((match) => {
  if (!match) return;
  if (place && match.number === (shown ?? match).number) show(match);
  else keepSeal(TABLE, match);
});
