// The settings of the table's camera: what each does, which are fixed, and the size of its pictures.

import { ask, orTell, tell } from "./page.js";
import { h, render } from "./view.js";
import { _ } from "./words.js";

const address = `/api/tables/${document.body.dataset.table}/camera/settings`;
const MAINS = { 1: "50 Hz", 2: "60 Hz" }; // by the driver's number
const at = (id) => document.getElementById(id);

/** Show the settings, and let them be fixed. */
export async function settings() {
  at("fix-settings").addEventListener("click", () => change({ fixed: true }));
  at("free-settings").addEventListener("click", () => change({ fixed: false }));
  try {
    draw(await ask("GET", address));
  } catch (trouble) {
    const { message, fix } = trouble;
    at("no-settings").textContent = fix ? _("{error}. {fix}.", { error: message, fix }) : message;
  }
}

async function change(what) {
  const found = await orTell(ask("PUT", address, what));
  if (!found) return;
  draw(found);
  tell(_("Saved"));
}

function draw(found) {
  const reached = found.settings.length > 0;
  for (const button of ["fix-settings", "free-settings"]) at(button).hidden = !reached;
  at("free-settings").disabled = !found.settings.some(({ fixed }) => fixed);
  render([found.settings.map(setting), found.sizes.length > 0 && sizes(found)], at("settings-list"));
}

function setting(each) {
  const state = each.fixed ? _("fixed") : _("adjusts itself");
  const title = h("span", h("b", each.title), " ", h("span.value", state));
  return h("label.setting", { "data-setting": each.name }, title, h("small", each.says), input(each));
}

function input({ name, value, least, most, step }) {
  const choose = (event) => change({ values: { [name]: Number(event.target.value) } });
  if (name !== "mains")
    return h("input", { type: "range", min: least, max: most, step: step || 1, value, onchange: choose });
  const others = MAINS[value] ? [] : [h("option", { value }, "–")];
  const known = Object.entries(MAINS).filter(([number]) => number >= least && number <= most);
  const options = known.map(([number, text]) => h("option", { value: number }, text));
  return h("select", { value: String(value), onchange: choose }, others, options);
}

function sizes({ sizes, size }) {
  const text = ([width, height]) => _("{width} × {height} pixels", { width, height });
  const choose = ({ target: { value } }) => change({ size: value ? value.split(" ").map(Number) : null });
  return h(
    "label.setting",
    { "data-setting": "size" },
    h("b", _("Size of the pictures")),
    h("small", _("Larger ones show small tiles better.")),
    h(
      "select",
      { value: size ? size.join(" ") : "", onchange: choose },
      h("option", { value: "" }, _("Usual size")),
      sizes.map((each) => h("option", { value: each.join(" ") }, text(each))),
    ),
  );
}
