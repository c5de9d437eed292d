// The page of all rules: a house's answers, or a club's file, become rules that tables and matches can choose.

import { draftName, dropDraft, keepDraft } from "./drafts.js";
import { ask, newId } from "./page.js";
import { rooted } from "./root.js";
import { h, render, setText } from "./view.js";

const answers = document.getElementById("answers");
const file = document.getElementById("file");
const refusal = document.getElementById("refusal");
const chosen = file.querySelector("[type=file]");

const selects = [...document.querySelectorAll(".select select")];

/** Write what is chosen on as many lines as it needs, since a select cuts it off. */
const write = () => {
  for (const select of selects) setText(select.previousElementSibling, select.selectedOptions[0].text);
};

for (const select of selects) select.addEventListener("change", write);
addEventListener("pageshow", write); // a browser restores what was chosen

document.getElementById("base")?.addEventListener("change", ({ target }) => {
  location.assign(rooted(`/rules?base=${encodeURIComponent(target.value)}#own`));
});

answers?.addEventListener("submit", (event) => {
  event.preventDefault();
  keep(new Blob([answered()]), answers);
});

file.addEventListener("submit", (event) => {
  event.preventDefault();
  keep(chosen.files[0] ?? new Blob([file.elements.text.value]), file);
});

/** Return the name of the draft of a form: another base or file has other questions. */
const draftOf = ({ id, dataset }) =>
  draftName(id, dataset.base ?? new URLSearchParams(location.search).get("file") ?? "");

for (const form of [answers, file].filter(Boolean)) {
  if (keepDraft(form, draftOf(form)).found) form.closest("details").open = true;
}

/** Return the file of a house: its name, and the answers that differ from those of its base; one of its own goes first. */
function answered() {
  const title = answers.elements.title.value.trim();
  const asked = [...answers.querySelectorAll("[data-usual]")].filter(({ value, dataset }) => value !== dataset.usual);
  const different = new Map(asked.map(({ name, value }) => [name, value])); // what is typed stands behind the choices
  return [
    `name = ${quoted(nameOf(title))}`,
    `title = ${quoted(title)}`,
    `base = ${quoted(answers.dataset.base)}`,
    `source = ${quoted(title)}`,
    "",
    "[switches]",
    ...[...different].map(([name, value]) => `${name} = ${quoted(value)}`),
    "",
  ].join("\n");
}

/** Return a text as TOML has it, which escapes as JSON does but for the sign of deletion. */
const quoted = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");

/**
 * Return a name for records and addresses: the Latin letters of a title; with an id if it has others, which are left
 * out.
 */
function nameOf(title) {
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const latin = plain
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 33);
  const whole = latin && !/[^\p{ASCII}]/u.test(plain);
  return whole ? latin : `${latin || "house"}-${newId().slice(0, 6)}`;
}

/** Have the server check and store rules, then show their page; what it refuses is told beside the form. */
async function keep(text, form) {
  const button = form.querySelector("[type=submit]");
  const body = new FormData();
  body.append("file", text, "rules.toml");
  button.disabled = true;
  refusal.hidden = true;
  try {
    const { address } = await ask("POST", "/api/rules", body);
    dropDraft(draftOf(form));
    location.assign(address);
  } catch (trouble) {
    render([h("b", trouble.message), " ", trouble.fix], refusal);
    refusal.hidden = false;
    form.append(refusal);
    refusal.scrollIntoView({ block: "nearest" });
    button.disabled = false;
  }
}
