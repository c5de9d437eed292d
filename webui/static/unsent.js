// All that the hall does not have yet of this table: shown on every page and screen of it, as long as there is some.
// Where it takes nothing from this device, that is said in words, with a way to hand in what was recorded meanwhile. A
// damaged record is set aside here.

import { listen } from "./live.js";
import { ask, orTell, TABLE, tell } from "./page.js";
import { setText } from "./view.js";

const box = document.getElementById("unsent");
const refusal = document.getElementById("refused");
const unhanded = refusal?.querySelector(".unhanded");

listen({
  hall: ({ says, why, fix, refused, unhanded: count, unhanded_says }) => {
    setText(box, says);
    box.hidden = !says;
    box.title = [why, fix].filter(Boolean).join(". ");
    if (!refusal) return;
    refusal.hidden = !refused;
    setText(refusal.querySelector("b"), refused ? why : "");
    setText(refusal.querySelector("span"), refused ? fix : "");
    unhanded.hidden = !count;
    setText(unhanded.querySelector("span"), unhanded_says);
  },
});

unhanded?.querySelector("button").addEventListener("click", async ({ target }) => {
  target.disabled = true;
  const answer = await orTell(ask("POST", `/api/tables/${TABLE}/hand-in`));
  target.disabled = false;
  if (!answer) return;
  unhanded.hidden = true;
  tell(answer.says);
});

document.querySelector("[data-set-aside]")?.addEventListener("click", async ({ target }) => {
  target.disabled = true;
  if (await orTell(ask("POST", target.dataset.at, { number: Number(target.dataset.setAside) }))) location.reload();
  else target.disabled = false;
});
