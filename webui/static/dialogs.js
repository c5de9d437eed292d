// Dialogs with a form: choices between a few values, fields, and one button that does it.

import { draftName, keepDraft } from "./drafts.js";
import { openModal } from "./modal.js";
import { optionsOf } from "./options.js";
import { holdFocus } from "./page.js";
import { h, made, render } from "./view.js";
import { _ } from "./words.js";

/** Stands for what a form is about where nothing of it is kept: it is only true of what the page shows now. */
export const NO_DRAFT = null;

let replace = () => {}; // tells the form in the dialog that another one takes its place

/**
 * Open the page's dialog. What is entered is kept until it is sent, or put away.
 * @param title what it is about
 * @param content gives the fields: called with `again`, which draws them as they are then, and returns elements of the
 *   view; what was typed stays
 * @param label says what the button does; called at each drawing; null where the fields have buttons of their own
 * @param does called with the form's data when the button is pressed; the dialog closes unless it returns false
 * @param about tells what is entered from that of a form of the same title, such as one of another hand
 * @returns a promise that resolves once this form is put away: closed, or replaced by another one
 */
export function openForm(title, content, label, does, about = "") {
  const dialog = document.getElementById("form-dialog");
  const close = () => dialog.close();
  let draft = null;
  let sending = false;
  let restored = false;
  const putAway = () => {
    draft.drop();
    close();
  };
  const draw = () =>
    render(
      [
        h("div.dialog-head", h("h2", { id: "form-title" }, title), closer(close)),
        h("div.fields", restored && asLeft(putAway), content(draw)),
        label &&
          h(
            "div.send",
            h("button.button.primary.big", { type: "submit", "data-key": "send", disabled: sending }, label()),
          ),
      ],
      form,
    );
  const send = async (event) => {
    event.preventDefault();
    if (sending) return;
    const data = new FormData(form, event.submitter);
    sending = true;
    draw();
    const done = (await does(data)) !== false;
    if (done) {
      draft?.drop();
      if (form.isConnected) close(); // else another form is open by now
      return;
    }
    sending = false;
    draw();
  };
  const form = made(h("form.form-dialog", { method: "dialog", onsubmit: send }));
  draw();
  replace();
  dialog.replaceChildren(form); // a form of its own each time: one that leads to the next is still at work
  const giveBack = holdFocus();
  const gone = new Promise((resolve) => {
    replace = resolve;
    const closed = () => {
      if (dialog.open && form.isConnected) return; // the close of the form before it, which is told late
      dialog.removeEventListener("close", closed);
      giveBack();
      resolve();
    };
    dialog.addEventListener("close", closed);
  });
  openModal(dialog); // it is open where a question stands in place of the form that led to it
  if (about === NO_DRAFT) return gone;
  draft = keepDraft(form, draftName(title, about));
  restored = draft.found;
  if (restored) draw();
  return gone;
}

/** Return a function that closes the form that is in the dialog now, and no other one that is opened later. */
export function closerOfThis() {
  const dialog = document.getElementById("form-dialog");
  const form = dialog.open && dialog.firstElementChild;
  return () => {
    if (form && form === dialog.firstElementChild) dialog.close();
  };
}

/** Open the next dialog once the one that is open has closed; at once where none is open any more. */
export function afterThis(open) {
  const dialog = document.getElementById("form-dialog");
  if (dialog.open) dialog.addEventListener("close", open, { once: true });
  else open();
}

/** Return the note on a form that was filled in as it was left, with the button that lets go of that. */
const asLeft = (putAway) =>
  h(
    "p.note.row.between",
    { key: "as-left" },
    h("span", _("Filled in as you left it.")),
    h("button.button.small", { type: "button", onclick: putAway, "data-key": "discard" }, _("Discard")),
  );

/**
 * Ask why something is done; gives the reason, or null where the dialog is closed without one.
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
    ).then(() => resolve(null));
  });

/**
 * Ask whether something is done although something stands against it; false where the dialog is closed.
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
    ).then(() => resolve(false));
  });

/** Return the button in the head of a dialog that closes it. */
export const closer = (close) =>
  h("button.button.small", { type: "button", onclick: close, "aria-label": _("Close") }, "×");

/** Return a row of boxes under a legend; `about` gives the attributes of the box of a value. */
const boxes = (name, legend, options, about) =>
  h(
    "fieldset.choice",
    { key: name },
    h("legend", legend),
    h(
      "div.options",
      options.map(([value, ...label]) =>
        h(
          "label",
          h("input", { ...about(value), name, value: String(value), "data-key": `${name}-${value}` }),
          h("span", label),
        ),
      ),
    ),
  );

/**
 * Return a row of radio buttons, large enough for a finger.
 * @param options [value, label] each
 * @param chosen the value that is chosen, null for none; without `pick` the one that is chosen at first
 * @param pick called with the value
 * @param barred the values that cannot be chosen
 */
export const choice = (name, legend, options, chosen, pick = null, barred = []) =>
  boxes(name, legend, options, (value) => ({
    type: "radio",
    [pick ? "checked" : "defaultChecked"]: value === chosen,
    required: true,
    disabled: barred.includes(value),
    onchange: pick && (() => pick(value)),
  }));

/** Return a row of buttons that each send the form, with the value of the one that is pressed. */
export const senders = (name, legend, options) =>
  h(
    "fieldset.choice",
    { key: name },
    h("legend", legend),
    h(
      "div.options",
      options.map(([value, ...label]) =>
        h("button.button", { key: value, type: "submit", name, value, "data-key": `${name}-${value}` }, label),
      ),
    ),
  );

/**
 * Return a row of check boxes, large enough for a finger; the form's data has every value that is ticked.
 * @param options [value, label] each
 * @param chosen the values that are ticked; without `pick` those that are ticked at first
 * @param pick called with a value, and whether it is ticked now
 * @param wanted a value that has to be ticked; null for none
 */
export const several = (name, legend, options, chosen = [], pick = null, wanted = null) =>
  boxes(name, legend, options, (value) => ({
    type: "checkbox",
    [pick ? "checked" : "defaultChecked"]: chosen.includes(value),
    required: value === wanted,
    onchange: pick && (({ target }) => pick(value, target.checked)),
  }));

/** Return a field with its label above it, which holds `value` until something is typed; `list` names a datalist. */
export const field = (label, { value, key, ...about }) =>
  h("label.field", { key: key ?? about.name }, h("span", label), h("input", { ...about, defaultValue: value }));

/**
 * Return a list to choose from, with its label above it. Where `chosen` is none of the values nothing is assumed: one has
 * to be chosen before the form is sent.
 * @param key names the list among the others; another one is chosen from anew
 */
export function select(label, name, options, chosen, pick = () => {}, key = name) {
  const open = !options.some(([value]) => String(value) === String(chosen ?? ""));
  return h(
    "label.field",
    { key },
    h("span", label),
    h(
      "select",
      { name, "data-key": name, required: open, onchange: (event) => pick(event.target.value) },
      open && h("option", { key: "open", value: "", disabled: true, selected: true }, _("Choose")),
      optionsOf(options, chosen),
    ),
  );
}
