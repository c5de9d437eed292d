// Choosing the camera and the table box of a table: what is found, a camera's picture before it is kept, the choice.

import { authorization } from "./access.js";
import { drawChecks, sumOf } from "./checks.js";
import { ask, orTell } from "./page.js";
import { rooted } from "./root.js";
import { h, render, setText } from "./view.js";
import { _ } from "./words.js";

const PAUSE = 700; // milliseconds between two pictures of a camera that is looked at
const table = `/api/tables/${document.body.dataset.table}`;
const at = (id) => document.getElementById(id);

const choice = (name, value, label, note = "") =>
  h(
    "label.choice",
    { key: value },
    h("input", { type: "radio", name, value }),
    h("span", label, note && h("small", ` ${note}`)),
  );

/** Return the address that a form's choice means: null for none, undefined where nothing is chosen. */
function chosen(form, name) {
  const value = form.elements[name].value;
  const typed = form.elements.address.value.trim();
  if (value === "none") return null;
  if (value === "typed" || !value) return typed || undefined;
  return value;
}

/** Let what is typed beside a choice be that choice. */
function typing(form, name) {
  form.elements.address.addEventListener("input", () => {
    form.elements[name].value = "typed";
  });
}

/** Let a camera be chosen; `done` is called with the set-up once one is taken. */
export function chooseCamera(done) {
  const form = at("choose-camera");
  const trial = at("trial");
  let tried = null; // the address of the camera that is looked at
  let timer = 0;

  async function find() {
    const found = await orTell(ask("GET", `${table}/cameras`));
    if (!found) return;
    render(
      found.cameras.length
        ? found.cameras.map(({ address, name }) => choice("camera", address, name, _("number {address}", { address })))
        : h("p", _("No camera is connected to the computer of Tableside.")),
      at("cameras"),
    );
  }

  async function look() {
    clearTimeout(timer);
    if (tried === null || document.hidden) return;
    try {
      show(await ask("GET", `${table}/trial`));
    } catch (trouble) {
      setText(at("trial-state"), trouble.message);
      if (trouble.status === 404) return leave(); // it was let go: nobody looked
    }
    timer = setTimeout(look, PAUSE);
  }

  /** Show the picture of a number; it is for those alone who may choose the camera. */
  async function draw(number) {
    const headers = authorization();
    const response = await fetch(rooted(`${table}/trial/${number}.jpg`), { cache: "no-store", headers }).catch(
      () => null,
    );
    if (!response?.ok || tried === null) return;
    const image = trial.querySelector("img");
    const before = image.src;
    image.src = URL.createObjectURL(await response.blob());
    if (before) URL.revokeObjectURL(before);
    image.hidden = false;
  }

  function show({ name, health, number, size, checks }) {
    setText(at("trial-title"), name);
    if (number !== null) draw(number);
    const pixels = size && _("{width} × {height} pixels", { width: size[0], height: size[1] });
    const live = number === null ? _("Opening the camera…") : `${pixels}. ${sumOf(checks)}`;
    setText(at("trial-state"), health.why || live);
    drawChecks(at("trial-checks"), checks);
    at("use-camera").disabled = false;
  }

  function leave() {
    tried = null;
    clearTimeout(timer);
    trial.hidden = true;
    trial.querySelector("img").hidden = true;
    drawChecks(at("trial-checks"), []);
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const address = chosen(form, "camera");
    if (address === undefined) return form.elements.address.focus();
    leave();
    if (address === null) return keep(null);
    const first = await orTell(ask("POST", `${table}/trial`, { address }));
    if (!first) return;
    tried = address;
    trial.hidden = false;
    show(first);
    trial.scrollIntoView({ block: "nearest" });
    look();
  });
  const label = form.querySelector("[type=submit]");
  const [looking, without] = [label.textContent, _("Go on without a camera")];
  form.addEventListener("change", () => {
    label.textContent = form.elements.camera.value === "none" ? without : looking;
  });
  if (form.elements.camera.value === "none") label.textContent = without;

  async function keep(address) {
    const taken = await orTell(ask("PUT", `${table}/camera`, { address }));
    if (taken) done(taken);
  }

  at("use-camera").addEventListener("click", () => tried !== null && keep(tried));
  at("leave-camera").addEventListener("click", () => {
    leave();
    orTell(ask("DELETE", `${table}/trial`));
  });
  at("find-cameras").addEventListener("click", find);
  document.addEventListener("visibilitychange", look);
  typing(form, "camera");
  find();
}

/** Let the table box be chosen; `done` is called with the set-up once one is taken. */
export function chooseBox(address, done) {
  const form = at("choose-box");

  async function find() {
    const found = await orTell(ask("GET", `${table}/ports`));
    if (!found) return;
    const looks = _("looks like a table box");
    const line = (port) => choice("box", port.address, `${port.address} ${port.name}`, port.box ? looks : "");
    render(found.ports.map(line), at("ports"));
    mark();
  }

  /** Mark the choice that is in force. */
  function mark() {
    if (!address) return;
    const known = [...form.querySelectorAll("[name=box]")].some(({ value }) => value === address);
    form.elements.box.value = known ? address : "typed";
    if (!known) form.elements.address.value = address;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wanted = chosen(form, "box");
    if (wanted === undefined) return form.elements.address.focus();
    const taken = await orTell(ask("PUT", `${table}/box`, { address: wanted }));
    if (taken) done(taken);
  });
  at("find-ports").addEventListener("click", find);
  typing(form, "box");
  find();
}
