// Webhooks: a director adds addresses that get messages, tries them, and sends messages again.

import { authorization, entering } from "./access.js";
import { afterThis, choice, field, NO_DRAFT, openForm, select, several } from "./dialogs.js";
import { drawnPage, isOurs, put, takeOver } from "./drawn.js";
import { KEPT_AT } from "./kept.js";
import { ask, orTell, tell } from "./page.js";
import { rooted } from "./root.js";
import { h } from "./view.js";
import { _, lang } from "./words.js";

let known = null; // the webhooks, and the names of languages, topics and forms

/** Draw all anew as the server has it. */
async function load() {
  await entering; // what the address brought says who asks
  const drawn = await drawnPage(rooted("/webhooks/drawn"), authorization());
  if (!drawn) return; // the page says so where the server does not answer
  learn(drawn);
  put(drawn, "hooks");
}

function learn(drawn) {
  known = JSON.parse(drawn.querySelector("#known")?.dataset.known ?? null);
}

/** Send a change and draw what is so then; the answer, or null where it was not done. */
async function send(method, address, body) {
  const answer = await orTell(ask(method, address, body));
  if (answer) await load();
  return answer;
}

/** Say what the receiver answered. */
function tellAnswer({ taken, status }) {
  if (taken) tell(_("The receiver has taken it"), "");
  else
    tell(
      _("The receiver has not taken it"),
      status ? _("It answered {status}", { status }) : _("It did not answer as it should: see the last answers"),
      "bad",
    );
}

async function tryOut(address) {
  const answer = await send("POST", address);
  if (answer) tellAnswer(answer.answer);
}

/** Show a secret, which the server does not show again. */
const showSecret = ({ secret }) =>
  openForm(
    _("Secret of the webhook"),
    () => [
      h("p", _("Keep it where the receiver checks the signatures: it is shown this once.")),
      field(_("Secret"), { value: secret, readonly: true, name: "secret", "data-secret": "" }),
    ],
    () => _("Done"),
    () => true,
    NO_DRAFT,
  );

/** Ask for a new webhook, or for changes of one. */
function openHook(hook) {
  const { topics, forms, languages } = known;
  const offered = topics.filter(([topic]) => topic !== "test");
  openForm(
    hook ? _("Change webhook {number}", hook) : _("Add a webhook"),
    () => [
      field(hook ? _("New address, empty to keep it") : _("Address"), {
        name: "address",
        type: "url",
        required: !hook,
        maxlength: 2000,
        autocomplete: "off",
        placeholder: "https://",
        "data-secret": "",
      }),
      several("topics", _("Messages about"), offered, hook?.topics ?? ["result", "published"]),
      choice("form", _("Form"), forms, hook?.form ?? "json"),
      select(_("Language"), "lang", Object.entries(languages), hook?.lang ?? (lang in languages ? lang : "en")),
      several(
        "local",
        _("Only where the receiver is in this building"),
        [["yes", _("It may reach this computer and its network")]],
        hook?.local ? ["yes"] : [],
      ),
    ],
    () => (hook ? _("Save") : _("Add")),
    async (data) => {
      const body = {
        topics: data.getAll("topics"),
        form: data.get("form"),
        lang: data.get("lang"),
        local: data.get("local") === "yes",
      };
      if (!body.topics.length) {
        tell(_("Choose what the messages are about"), "", "bad");
        return false;
      }
      const address = data.get("address").trim();
      if (address) body.address = address;
      if (hook) return Boolean(await send("PUT", `/api/webhooks/${hook.id}`, body));
      const answer = await send("POST", "/api/webhooks", body);
      if (answer && body.form === "json") afterThis(() => showSecret(answer));
      return Boolean(answer);
    },
    NO_DRAFT,
  );
}

const BUTTONS = {
  add: () => openHook(null),
  test: ({ id }) => tryOut(`/api/webhooks/${id}/test`),
  again: ({ id }, message) => tryOut(`/api/webhooks/${id}/answers/${message}`),
  turn: ({ id, on }) => send("PUT", `/api/webhooks/${id}`, { on: !on }),
  change: openHook,
  secret: (hook) =>
    openForm(
      _("New secret for webhook {number}?", hook),
      () => h("p", _("Signatures by the old one end at once.")),
      () => _("New secret"),
      async () => {
        const answer = await send("POST", `/api/webhooks/${hook.id}/secret`);
        if (answer) afterThis(() => showSecret(answer));
        return Boolean(answer);
      },
      NO_DRAFT,
    ),
  remove: (hook) =>
    openForm(
      _("Remove webhook {number}?", hook),
      () => h("p", _("Messages that are not sent yet are removed too.")),
      () => _("Remove"),
      async () => Boolean(await send("DELETE", `/api/webhooks/${hook.id}`)),
      NO_DRAFT,
    ),
};

document.getElementById("webhooks").addEventListener("click", ({ target }) => {
  const [, does, id] = target.dataset.key?.match(/^(add|test|again|turn|change|secret|remove)(?:-(.+))?$/) ?? [];
  if (does) BUTTONS[does](id && known.hooks.find((each) => each.id === id), target.dataset.message);
});
takeOver(document.getElementById("hooks"));
if (isOurs() && !entering && !KEPT_AT) learn(document);
else load();
