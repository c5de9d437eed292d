// Dialogs with a form: choices between a few values, fields, and one button that does it.

import { fill, h, holdFocus } from "./page.js";
import { _ } from "./words.js";

const TYPED = "input:not([type=radio], [type=checkbox], [data-seat])"; // fields whose text stays when the form is drawn anew

/**
 * Opens the page's dialog.
 * @param title what it is about
 * @param content draws the fields: called with `again`, which draws them anew, and returns elements
 * @param label says what the button does; called at each drawing
 * @param does called with the form's data when the button is pressed; the dialog closes unless it returns false
 */
export function openForm(title, content, label, does) {
  const dialog = document.getElementById("form-dialog");
  const close = () => dialog.close();
  const again = () => {
    const key = document.activeElement?.dataset.key;
    const typed = new Map([...fields.querySelectorAll(TYPED)].map(({ name, value }) => [name, value]));
    fill(fields, content(again));
    for (const input of fields.querySelectorAll(TYPED)) input.value = typed.get(input.name) ?? input.value;
    send.textContent = label();
    if (key) fields.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  };
  const fields = h("div.fields");
  const send = h("button.button.primary.big", { type: "submit", "data-key": "send" });
  const onsubmit = async (event) => {
    event.preventDefault();
    send.disabled = true;
    if ((await does(new FormData(form))) !== false) close();
    send.disabled = false;
  };
  const form = h(
    "form.form-dialog",
    { method: "dialog", onsubmit },
    h("div.dialog-head", h("h2", { id: "form-title" }, title), closer(close)),
    fields,
    h("div.send", send),
  );
  fill(dialog, form);
  again();
  const giveBack = holdFocus();
  dialog.addEventListener("close", () => giveBack(), { once: true });
  if (!dialog.open) dialog.showModal(); // else a question stands in place of the form that led to it
}

/**
 * Asks why something is done; gives the reason, or null where the dialog is closed without one.
 * @param value a reason that was given before
 */
export const askReason = (title, value = "") =>
  new Promise((resolve) => {
    const attributes = {
      name: "reason",
      value,
      required: true,
      maxlength: 200,
      autocomplete: "off",
      "data-key": "reason",
    };
    const content = () => field(_("Reason"), attributes);
    openForm(
      title,
      content,
      () => _("Record it"),
      (data) => resolve(data.get("reason").trim() || null),
    );
    document.getElementById("form-dialog").addEventListener("close", () => resolve(null), { once: true });
  });

/**
 * Asks whether something is done although something stands against it; false where the dialog is closed.
 * @param title what would be done
 * @param why what stands against it
 * @param label says what the button does
 */
export const askWhether = (title, why, label) =>
  new Promise((resolve) => {
    openForm(
      title,
      () => h("p.alert", why),
      () => label,
      () => resolve(true),
    );
    document.getElementById("form-dialog").addEventListener("close", () => resolve(false), { once: true });
  });

export const closer = (close) =>
  h("button.button.small", { type: "button", onclick: close, "aria-label": _("Close") }, "×");

/**
 * A row of radio buttons, large enough for a finger.
 * @param options [value, label] each
 * @param chosen the value that is chosen, null for none
 * @param pick called with the value
 */
export function choice(name, legend, options, chosen, pick = () => {}) {
  return h(
    "fieldset.choice",
    h("legend", legend),
    h(
      "div.options",
      options.map(([value, ...label]) =>
        h(
          "label",
          h("input", {
            type: "radio",
            name,
            value: String(value),
            checked: value === chosen,
            required: true,
            "data-key": `${name}-${value}`,
            onchange: () => pick(value),
          }),
          h("span", label),
        ),
      ),
    ),
  );
}

/** A field with its label above it; `list` names a datalist of values to choose from. */
export const field = (label, attributes) => h("label.field", h("span", label), h("input", attributes));

/** A list to choose from, with its label above it. */
export const select = (label, name, options, chosen, pick = () => {}) =>
  h(
    "label.field",
    h("span", label),
    h(
      "select",
      { name, "data-key": name, onchange: (event) => pick(event.target.value) },
      options.map(([value, says]) => h("option", { value, selected: String(value) === String(chosen) }, says)),
    ),
  );
