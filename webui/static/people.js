// The one who uses this device, and who has which role: a chief lets people in by an invitation or a PIN, and out
// again.

import { authorization, enter, entering, keepMe, ROLE_NAMES, whoAmI } from "./access.js";
import { afterThis, choice, field, openForm, select } from "./dialogs.js";
import { drawnPage, isOurs, put, takeOver } from "./drawn.js";
import { KEPT_AT } from "./kept.js";
import { onKey, press } from "./keys.js";
import { ask, orTell, tell, welcome } from "./page.js";
import { rooted } from "./root.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const page = document.querySelector(".people");
const limits = page.dataset;
const GIVEN = ["player", "table", "scorer", "referee", "chief"]; // a spectator needs no role
const chief = document.getElementById("chief");
let known = null; // the people, their devices, and the events that a role may be for; null for all but a director

/** Draw all anew as the server has it. */
async function load() {
  await entering; // what the address brought says who asks
  const drawn = await drawnPage(rooted("/people/drawn"), authorization());
  if (!drawn) return; // the page says so where the server does not answer
  put(drawn, "me-says", "me-ways", "people-about", "people", "pin-devices");
  show(drawn);
}

/** Take over what was drawn. */
function show(drawn) {
  known = JSON.parse(drawn.getElementById("known")?.dataset.known ?? null);
  const own = page.querySelector("[data-form=name] input");
  if (own) own.value ||= whoAmI().who ?? "";
  chief.hidden = !known; // shown once its buttons do something
  document.getElementById("by-pin").hidden = !document.querySelector("#pin-devices li");
}

const FORMS = {
  name({ who }) {
    keepMe({ ...whoAmI(), who: who.value.trim() });
    tell(_("Kept"), _("This device remembers the name."));
  },
  async "sign-in"({ who, pin }) {
    const wrong = await enter({ name: who.value, pin: pin.value });
    if (wrong) return tell(wrong.error, wrong.fix, "bad");
    welcome();
    load();
  },
};

document.getElementById("me-ways").parentElement.addEventListener("submit", (event) => {
  event.preventDefault();
  FORMS[event.target.dataset.form](event.target.elements);
});

async function signOut() {
  if (!(await orTell(ask("DELETE", "/api/access")))) return;
  keepMe({}, null);
  load();
}

const BUTTONS = {
  out: (id) => (id ? send("DELETE", `/api/devices/${id}`) : signOut()),
  invite: (id) => invite(personOf(id)),
  change: (id) => openPerson(personOf(id)),
  remove: (id) => takeAway(personOf(id)),
};
const personOf = (id) => known.people.find((each) => each.id === id);

page.addEventListener("click", ({ target }) => {
  const [, does, id] = target.dataset.key?.match(/^(out|invite|change|remove)(?:-(.+))?$/) ?? [];
  if (does) BUTTONS[does](id);
});
document.getElementById("person-add").onclick = () => openPerson(null, known.people.length ? "referee" : "chief");

document.getElementById("new-pin").onclick = () =>
  openForm(
    _("Change the PIN?"),
    () => h("p", _("Every device that signed in with the PIN is signed out and needs the new one.")),
    () => _("Change the PIN"),
    async () => {
      const answer = await orTell(ask("POST", "/api/access/pin"));
      if (!answer) return false;
      const { pin } = answer;
      tell(_("The PIN is {pin} now", { pin: `${pin.slice(0, 3)} ${pin.slice(3)}` }));
      load();
      return true;
    },
  );

/** Send a change and draw what is so then; says what stands in the way; the answer, or null where it was not done. */
async function change(method, address, body) {
  const answer = await orTell(ask(method, address, body));
  if (answer?.token) keepMe({ who: body.name, role: body.role }, answer.token);
  if (answer) await load();
  return answer;
}

const send = (method, address, body) => change(method, address, body).then(Boolean);

/** Return the other devices that came in by the PIN, which lose their access with the first role. */
const byPin = () => (known.people.length ? [] : known.devices.filter(({ person, own }) => person === "" && !own));

const phonesIn = (devices) => devices.map(({ name }) => name || _("A device")).join(_(", "));

/**
 * Give a role.
 * @param phones the phones without access that are left to invite; null where nobody is invited at once
 */
async function give(body, phones) {
  const before = new Set(known.people.map(({ id }) => id));
  const answer = await change("POST", "/api/people", body);
  if (!answer) return false;
  const person = answer.people.find(({ id }) => !before.has(id));
  const own = Boolean(answer.token); // this device is theirs
  if (phones) afterThis(() => (own ? inviteRest(phones) : invite(person, () => inviteRest(phones))));
  return true;
}

/** Ask for a role for each phone that has no access any more, and show the invitations. */
function inviteRest(phones) {
  if (!phones.length) return;
  openForm(
    _("Without access now: {phones}", { phones: phonesIn(phones) }),
    () => h("p", _("Add a person for each of these phones; its invitation follows.")),
    () => _("Add a person"),
    () => afterThis(() => openPerson(null, "table", phones.slice(1))),
  );
}

function takeAway({ id, name }) {
  openForm(
    _("Remove {name}?", { name }),
    () => h("p", _("They are signed out on all devices. What they recorded stays theirs.")),
    () => _("Remove"),
    () => send("DELETE", `/api/people/${id}`),
  );
}

/**
 * Ask for a new role, or for changes of one.
 * @param phones the phones without access that are left to invite after a new one; null where nobody is invited at once
 */
function openPerson(person, usual = "referee", phones = null) {
  const losing = person ? [] : byPin();
  let role = person?.role ?? usual;
  let where = person?.event ?? "";
  openForm(
    person ? person.name : _("Add a person"),
    (again) => [
      losing.length > 0 &&
        h(
          "p.alert",
          losing.length === 1
            ? _(
                "With the first role the PIN ends, and this phone loses its access: {phones}. You can invite it next.",
                {
                  phones: phonesIn(losing),
                },
              )
            : _(
                "With the first role the PIN ends, and these phones lose their access: {phones}. You can invite them next.",
                {
                  phones: phonesIn(losing),
                },
              ),
        ),
      !person && field(_("Name"), { name: "name", required: true, maxlength: limits.longest, autocomplete: "off" }),
      choice(
        "role",
        _("Role"),
        GIVEN.map((each) => [each, ROLE_NAMES[each]]),
        role,
        (next) => {
          role = next;
          again();
        },
      ),
      role === "table" &&
        field(_("Number of the table"), {
          name: "table",
          type: "number",
          min: 1,
          max: limits.tables,
          required: true,
          value: person?.table ?? "",
        }),
      known.events.length > 0 &&
        select(
          _("Role valid for"),
          "event",
          [
            ["", _("everywhere")],
            ...known.events.map(([event, name]) => [event, _("“{event}” only", { event: name })]),
          ],
          where,
          (next) => {
            where = next;
          },
        ),
      role !== "table" &&
        field(person?.pin ? _("New PIN, empty to keep it") : _("PIN for signing in (optional)"), {
          name: "pin",
          "data-secret": "",
          inputmode: "numeric",
          autocomplete: "off",
          pattern: `[0-9 ]{${limits.least},${limits.most}}`,
          title: _("{least} to {most} digits", { least: limits.least, most: limits.most }),
        }),
    ],
    () => (person ? _("Save") : _("Add")),
    (data) => {
      const table = data.get("table") ? Number(data.get("table")) : null;
      const pin = data.get("pin")?.trim() || null;
      const event = data.get("event") ? Number(data.get("event")) : null;
      return person
        ? send("PUT", `/api/people/${person.id}`, { role, table, pin, event })
        : give({ name: data.get("name"), role, table, pin, event }, losing.length ? losing : phones);
    },
  );
}

/** Show an invitation as a code to scan; `then` is called once the dialog has closed. */
async function invite({ id, name }, then = () => {}) {
  const answer = await orTell(ask("POST", `/api/people/${id}/invitation`));
  if (!answer) return;
  const image = URL.createObjectURL(new Blob([answer.qr], { type: "image/svg+xml" }));
  openForm(
    _("Invitation of {name}", { name }),
    () => [
      h("img.qr", { src: image, alt: _("QR code of the invitation"), width: 260, height: 260 }),
      h("p", _("Scan this with their device within {hours} hours. It lets one device in, once.", answer)),
      field(_("Address"), { value: answer.address, readonly: true, name: "address" }),
    ],
    () => _("Done"),
    () => {
      URL.revokeObjectURL(image);
      load();
      return true;
    },
  );
  afterThis(then);
}

onKey("n", _("Add a person"), press("#chief:not([hidden]) #person-add"));
takeOver(page);
if (isOurs() && !entering && !KEPT_AT) show(document);
else load();
