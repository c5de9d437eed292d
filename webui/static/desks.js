// The events of this server, and the form of a new one.

import { tellTimes, wake } from "./drawn.js";
import { eventForm } from "./eventform.js";
import { onKey, press } from "./keys.js";
import { ask, newId, orTell } from "./page.js";
import { rooted } from "./root.js";
import { _ } from "./words.js";

const open = (id) => async (act) => {
  const answer = await orTell(ask("POST", "/api/hall/events", { id, act }));
  if (answer) location.href = rooted(`/desk/${answer.event}`);
  return Boolean(answer);
};

for (const id of ["new-event", "first-event"])
  document.getElementById(id)?.addEventListener("click", () => eventForm(null, open(newId())));
onKey("n", _("New event"), press("#new-event"));
tellTimes(document);
wake(document);
