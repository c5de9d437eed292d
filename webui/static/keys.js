// Keys that do something on a page, and the dialog under “?” that lists all of them.

import { openModal } from "./modal.js";
import { holdFocus } from "./page.js";
import { h, made, render } from "./view.js";
import { _ } from "./words.js";

const known = []; // {keys, label, act}; act is missing where the element in focus follows the keys itself

/**
 * Make a key do something wherever nothing is typed and no dialog is open.
 * @param name the key, as in KeyboardEvent.key
 * @param label what it does, for the list
 * @param act called when it is pressed
 */
export function onKey(name, label, act) {
  known.push({ keys: [name], label, act });
}

/** Press the first button of a kind that can be pressed. */
export const press = (selector) => () => document.querySelector(`${selector}:not(:disabled)`)?.click();

/** Give the keyboard to the first element of a kind. */
export const go = (selector) => () => document.querySelector(selector)?.focus();

/** List keys that are followed elsewhere. */
export function listKeys(keys, label) {
  known.push({ keys, label });
}

const FIELDS = "input:not([type=radio], [type=checkbox], [type=file], [type=range]), select, textarea";

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
  if (event.target.closest?.(FIELDS)) return;
  if (event.key === "?") {
    event.preventDefault();
    showKeys();
    return;
  }
  if (document.querySelector("dialog[open]")) return;
  const found = known.find(({ keys, act }) => act && keys[0] === event.key.toLowerCase());
  if (!found) return;
  event.preventDefault();
  found.act();
});

const dialog = made(h("dialog.keys", { id: "keys", "aria-labelledby": "keys-title" }));

/** Open the list of all keys; a second time closes it. */
function showKeys() {
  if (dialog.open) {
    dialog.close();
    return;
  }
  if (document.querySelector("dialog[open]")) return;
  const close = () => dialog.close();
  const help = document.querySelector(".explain")?.href;
  const line = ({ keys, label }) => [
    h(
      "dt",
      keys.map((name) => h("kbd", name.length === 1 ? name.toUpperCase() : name)),
    ),
    h("dd", label),
  ];
  render(
    [
      h(
        "div.dialog-head",
        h("h2", { id: "keys-title" }, _("Keys")),
        h("button.button", { "aria-label": _("Close"), onclick: close }, "×"),
      ),
      h("dl", known.map(line)),
      help && h("p", h("a", { href: help }, _("Help for this page"))),
    ],
    dialog,
  );
  dialog.onclick = (event) => event.target === dialog && close();
  const giveBack = holdFocus();
  dialog.onclose = () => giveBack(); // the browser does so too, but not where the page was drawn anew meanwhile
  openModal(dialog);
}

listKeys(["?"], _("These keys"));
document.body.append(dialog);
const sign = h("kbd", { "aria-hidden": "true" }, "?");
document
  .querySelector(".foot")
  ?.append(made(h("button.button.small.no-touch", { onclick: showKeys }, sign, _("Keys"))));
