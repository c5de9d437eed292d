// What the hall does not have yet of this table: shown on every page and screen of it, as long as there is some.

import { listen } from "./live.js";

const box = document.getElementById("unsent");

listen({
  hall: ({ says, why, fix }) => {
    if (box.textContent !== says) box.textContent = says;
    box.hidden = !says;
    box.title = [why, fix].filter(Boolean).join(". ");
  },
});
