// Who uses this device, and who has which role: a chief lets people in by an invitation or a PIN, and out again.

import { enter, keepMe, ROLE_NAMES, whoAmI } from "./access.js";
import { choice, field, openForm, select } from "./dialogs.js";
import { onKey, press } from "./keys.js";
import { ask, tell, tellTrouble, welcome } from "./page.js";
import { timeOfDay } from "./time.js";
import { button, h, render } from "./view.js";
import { _, lang } from "./words.js";

const limits = document.querySelector(".people").dataset;
const GIVEN = ["player", "table", "scorer", "referee", "chief"]; // a spectator needs no role
let known = { people: [], devices: [] };
let events = []; // that a role may be for

/** Draws all anew as the server has it. */
async function load() {
  try {
    const me = await ask("GET", "/api/access");
    events = (await ask("GET", "/api/hall/events")).events;
    drawMe(me);
    const all = me.role === "chief" && me.event === null;
    if (all) draw(await ask("GET", "/api/people"), me);
    document.getElementById("chief").hidden = !all; // shown once its buttons do something
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

/** What somebody may do, and where. */
function roleWords({ role, table, event }) {
  const where = [
    table && _("table {table}", { table }),
    event !== null && (events.find((each) => each.event === event)?.name ?? _("event {event}", { event })),
  ];
  return [ROLE_NAMES[role], ...where].filter(Boolean).join(_(", "));
}

function drawMe(me) {
  const { who, role, device, people } = me;
  const says = document.getElementById("me-says");
  const ways = document.getElementById("me-ways");
  if (device) {
    says.textContent = _("{who}: {role}", { who, role: roleWords(me) });
    render(button("", _("Sign out"), signOut, "out"), ways);
  } else if (role === "chief") {
    says.textContent = _("This device may do everything. Give your name, and what is done here is recorded under it.");
    render(nameForm(who), ways);
  } else if (role === "table") {
    says.textContent = _("This is the device of table {table}: it records what happens there. Sign in to do more.", {
      table: me.table,
    });
    render(signInForm(), ways);
  } else {
    says.textContent = people
      ? _("This device only watches. Scan your invitation, or sign in with your name and PIN.")
      : _("This device only watches until you enter the PIN.");
    render(people && signInForm(), ways);
  }
}

const nameForm = (who) =>
  h(
    "form.naming.row.low",
    {
      key: "naming",
      onsubmit: (event) => {
        event.preventDefault();
        keepMe({ ...whoAmI(), who: event.target.elements.who.value.trim() });
        tell(_("Kept"), _("This device remembers the name."));
      },
    },
    field(_("Your name"), { name: "who", value: who, maxlength: limits.longest, autocomplete: "name" }),
    h("button.button", _("Save")),
  );

const signInForm = () =>
  h(
    "form.naming.row.low",
    {
      key: "signing-in",
      onsubmit: async (event) => {
        event.preventDefault();
        const { who, pin } = event.target.elements;
        const wrong = await enter({ name: who.value, pin: pin.value });
        if (wrong) return tell(wrong.error, wrong.fix, "bad");
        welcome();
        load();
      },
    },
    field(_("Name"), { name: "who", required: true, maxlength: limits.longest, autocomplete: "username" }),
    field(_("PIN"), {
      name: "pin",
      type: "password",
      inputmode: "numeric",
      required: true,
      autocomplete: "current-password",
    }),
    h("button.button.primary", _("Sign in")),
  );

async function signOut() {
  try {
    await ask("DELETE", "/api/access");
  } catch (trouble) {
    return tellTrouble(trouble);
  }
  keepMe({}, null);
  load();
}

function draw(next, me) {
  known = next;
  document.getElementById("people-about").textContent = next.people.length
    ? _("Everybody else only watches, also on this computer.")
    : _(
        "No roles yet: this computer and anyone with the PIN have full access. Adding the first person turns the PIN off.",
      );
  render(next.people.map(personLine), document.getElementById("people"));
  drawByPin(next);
  document.getElementById("person-add").onclick = () =>
    openPerson(null, next.people.length || me.device ? "referee" : "chief");
}

/** The devices that came in by the PIN, while nobody has a role: each can be signed out, or all by another PIN. */
function drawByPin({ people, devices }) {
  const by = people.length ? [] : devices.filter((device) => device.person === "");
  document.getElementById("by-pin").hidden = by.length === 0;
  render(by.map(deviceLine), document.getElementById("pin-devices"));
}

document.getElementById("new-pin").onclick = () =>
  openForm(
    _("Change the PIN?"),
    () => h("p", _("Every device that signed in with the PIN is signed out and needs the new one.")),
    () => _("Change the PIN"),
    async () => {
      try {
        const { pin } = await ask("POST", "/api/access/pin");
        tell(_("The PIN is {pin} now", { pin: `${pin.slice(0, 3)} ${pin.slice(3)}` }));
      } catch (trouble) {
        tellTrouble(trouble);
        return false;
      }
      load();
      return true;
    },
  );

const moment = (iso) =>
  new Date(iso).toDateString() === new Date().toDateString()
    ? timeOfDay(iso)
    : new Date(iso).toLocaleDateString(lang, { dateStyle: "medium" });

function personLine(person) {
  const { id, name, pin } = person;
  const devices = known.devices.filter((device) => device.person === id);
  return h(
    "li",
    { key: id },
    h(
      "div.person.row",
      h("b", name),
      h("span", roleWords(person)),
      h("span.muted", pin ? _("has a PIN") : _("has no PIN")),
    ),
    h(
      "div.ways",
      button(".small", _("Invite"), () => invite(person), `invite-${id}`),
      button(".small", _("Change"), () => openPerson(person), `change-${id}`),
      button(".small.danger", _("Remove"), () => takeAway(person), `remove-${id}`),
    ),
    devices.length > 0 && h("ul.devices.inset.stack.tight", devices.map(deviceLine)),
  );
}

const deviceLine = (device) =>
  h(
    "li.row.loose",
    { key: device.id },
    h("span", device.name || _("A device")),
    h("span.muted", _("seen {when}", { when: moment(device.seen) })),
    device.own && h("span.muted", _("this device")),
    button(".small", _("Sign out"), () => send("DELETE", `/api/devices/${device.id}`), `out-${device.id}`),
  );

/** Sends a change and draws what is so then; says what stands in the way; the answer, or null where it was not done. */
async function change(method, address, body) {
  try {
    const answer = await ask(method, address, body);
    if (answer.token) keepMe({ who: body.name, role: body.role }, answer.token);
    await load();
    return answer;
  } catch (trouble) {
    tellTrouble(trouble);
    return null;
  }
}

const send = (method, address, body) => change(method, address, body).then(Boolean);

/** The other devices that came in by the PIN, which lose their access with the first role. */
const byPin = () => (known.people.length ? [] : known.devices.filter(({ person, own }) => person === "" && !own));

const phonesIn = (devices) => devices.map(({ name }) => name || _("A device")).join(_(", "));

/** Opens the next dialog once the one that is open has closed. */
const afterThis = (open) => document.getElementById("form-dialog").addEventListener("close", open, { once: true });

/**
 * Gives a role.
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

/** Asks for a role for each phone that has no access any more, and shows the invitations. */
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
 * Asks for a new role, or for changes of one.
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
      events.length > 0 &&
        select(
          _("Role valid for"),
          "event",
          [["", _("everywhere")], ...events.map(({ event, name }) => [event, _("“{event}” only", { event: name })])],
          where,
          (next) => {
            where = next;
          },
        ),
      role !== "table" &&
        field(person?.pin ? _("New PIN, empty to keep it") : _("PIN for signing in (optional)"), {
          name: "pin",
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

/** Shows an invitation as a code to scan; `then` is called once the dialog has closed. */
async function invite({ id, name }, then = () => {}) {
  let answer;
  try {
    answer = await ask("POST", `/api/people/${id}/invitation`);
  } catch (trouble) {
    return tellTrouble(trouble);
  }
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
load();
