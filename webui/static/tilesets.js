// The page of tile sets: the saved ones, which of them tiles are read by, and a new one being shown, named and saved.

import { askWhether } from "./dialogs.js";
import { draftName, dropDraft, keepDraft } from "./drafts.js";
import { faces, head, typed } from "./faces.js";
import { drawLearning } from "./learning.js";
import { listKeys } from "./keys.js";
import { longWork } from "./longwork.js";
import { openModal } from "./modal.js";
import { ask, checkSize, tell, tellTrouble } from "./page.js";
import { capital, nameOf, picture, tileImage } from "./tiles.js";
import { button, h, render } from "./view.js";
import { _ } from "./words.js";

const dialog = document.getElementById("palette");
const progress = document.getElementById("progress");

let tilesets = JSON.parse(document.getElementById("sets-data").textContent);
let draft = null; // the set being shown
let said = {}; // faces that a person gave its tiles, by number
let name = ""; // the name typed for it, kept when the page is drawn again
let attempted = Promise.resolve(); // what was begun last

/** Run a request after those on their way, and draw the page; a failure is shown as a notice. */
function attempt(work) {
  attempted = attempted.then(work).catch(tellTrouble).then(draw);
  return attempted;
}

function draw() {
  render([choice(null), tilesets.sets.map(choice)], document.getElementById("sets"));
  render(draft && drawDraft(), document.getElementById("draft"));
  const learnt = drawLearning(tilesets.learning, (work) => attempt(async () => (tilesets = await work())));
  const section = document.getElementById("learning");
  section.hidden = !learnt;
  render(learnt, section);
}

/** Return a saved set to choose, or with null the choice of any tiles. */
function choice(set) {
  const chosen = tilesets.chosen === (set?.name ?? null);
  const url = set && `/api/sets/${encodeURIComponent(set.name)}`;
  const pick = () =>
    attempt(async () => {
      tilesets = await ask("PUT", "/api/sets", { chosen: set?.name ?? null });
      tell(set ? _("“{name}” is used from now on", { name: set.name }) : _("Any tiles are read from now on"));
    });
  const forget = async () => {
    const title = _("Delete the tile set “{name}”?", { name: set.name });
    if (await askWhether(title, _("You would have to teach it again."), _("Delete")))
      attempt(async () => (tilesets = await ask("DELETE", url)));
  };
  const about = !set
    ? _("Without a learned tile set")
    : (set.trouble ?? _("{kinds} kinds, {tiles} pictures", { kinds: set.kinds, tiles: set.tiles }));
  const key = `set-${set?.name ?? ""}`;
  const radio = { type: "radio", name: "set", checked: chosen, disabled: Boolean(set?.trouble), "data-key": key };
  return h(
    `div.set.box.row${chosen ? ".chosen" : ""}`,
    { key },
    h(
      "label.check",
      h("input", { ...radio, onchange: pick }),
      h("span", h("b", set?.name ?? _("Any tiles")), h(`small.below${set?.trouble ? ".bad" : ""}`, about)),
    ),
    set && !set.trouble && h("img", { src: `${url}.png`, alt: "", loading: "lazy" }),
    set && button(".small.danger", _("Delete"), forget, `forget-${set.name}`),
  );
}

function drawDraft() {
  const counts = { tiles: draft.tiles.length, photos: draft.photos };
  const open = draft.groups.filter((group) => !group.sure);
  const missing = draft.missing.length
    ? h(
        "p.missing",
        draft.missing.length < 12 ? _("Not learned:") : _("Not learned yet:"),
        " ",
        h(
          "span.row",
          draft.missing.map((tile) => tileImage(tile, true)),
        ),
        " ",
        _("They are read as any tiles."),
      )
    : h("p", _("Every kind is there."));
  return [
    h(
      "p.counted",
      h(
        "b",
        draft.photos === 1 ? _("{tiles} tiles in 1 photo.", counts) : _("{tiles} tiles in {photos} photos.", counts),
      ),
      " ",
      open.length > 0 && [_("Look at the marked ones first ({count}).", { count: open.length }), " "],
      _("Tap a name to change it for all tiles beside it, or one tile to change only that."),
    ),
    open.length > 0 && h("div.groups.row.open", open.map(group)),
    h("div.groups.row", draft.groups.filter((g) => g.sure).map(group)),
    missing,
    h(
      "form.save.row.low",
      { onsubmit: save, ref: keepNamed },
      h("label.field", h("span", _("Name of the tile set")), nameField()),
      h("button.button.primary.big", { type: "submit" }, _("Save and use")),
      button(".ghosted", _("Discard"), () =>
        attempt(() => {
          draft = null;
        }),
      ),
    ),
  ];
}

function nameField() {
  const keep = (event) => (name = event.target.value);
  return h("input", { name: "name", value: name, required: true, maxlength: "40", "data-key": "name", oninput: keep });
}

const keepNamed = (form) => form && keepDraft(form, draftName("tile set"));

/** Return a group of tiles that look alike, under the face they are taken for. */
function group({ tiles, tile, sure, others }) {
  const label = tile ? capital(nameOf(tile)) : _("Not kept");
  const key = `group-${tiles[0]}`;
  return h(
    `div.alike.box.row.dense${sure ? "" : ".unsure"}${tile ? "" : ".dropped"}`,
    { key },
    h(
      "button.face",
      {
        "data-key": key,
        "aria-label": _("{name}: change for {count}", { name: label, count: tiles.length }),
        onclick: () => rename(tiles, tile, others),
      },
      tile ? h("img.tile", { src: picture(tile), alt: "" }) : h("span.none", "–"),
      h("small", label),
    ),
    tiles.map((number) =>
      h(
        "button.crop",
        {
          key: number,
          "data-key": `crop-${number}`,
          "aria-label": whereabouts(label, draft.tiles[number]),
          onclick: () => rename([number], tile, others),
        },
        h("img", { src: `/api/sets/drafts/${draft.id}/${number}.jpg`, alt: "", loading: "lazy" }),
      ),
    ),
    !sure && tile && button(".small.amber", _("Correct"), () => decide(tiles, tile), `right-${tiles[0]}`),
  );
}

const whereabouts = (name, { photo, row, place }) =>
  _("{name}, photo {photo}, row {row}, tile {place}", { name, photo: photo + 1, row, place });

/** Ask in the dialog what some tiles are. */
function rename(tiles, tile, others) {
  const close = () => dialog.close();
  const pick = (face) => {
    close();
    decide(tiles, face);
  };
  const crops = tiles.slice(0, 8).map((n) => h("img", { src: `/api/sets/drafts/${draft.id}/${n}.jpg`, alt: "" }));
  const maybe = others.map((face) =>
    h("button.box", { onclick: () => pick(face), "aria-label": nameOf(face) }, tileImage(face)),
  );
  const title = tiles.length > 1 ? _("What are these {count}?", { count: tiles.length }) : _("What is this tile?");
  render(
    h(
      "div.pal.stack",
      head(title, close),
      h(
        "div.evidence.row",
        crops,
        maybe.length > 0 && h("div.says.stack.tight", h("p", _("Perhaps")), h("div.maybe.row", maybe)),
      ),
      faces(tile, pick),
      h(
        "div.actions.row",
        button(".danger", _("Do not keep"), () => pick(null)),
      ),
    ),
    dialog,
  );
  dialog.onclick = (event) => event.target === dialog && close();
  dialog.onkeydown = typed(dialog);
  openModal(dialog);
}

function decide(tiles, face) {
  for (const n of tiles) said[n] = face;
  return attempt(async () => {
    if (draft) ({ draft } = await ask("PUT", `/api/sets/drafts/${draft.id}`, { said }));
  });
}

/** Find the tiles in pictures, one after another; those that cannot be used are named, and the others count. */
async function show(files) {
  const count = files.length;
  let stopped = false;
  const failed = [];
  const work = longWork(_("Photos checked"), count, () => (stopped = true));
  const finding = (number) => _("Finding the tiles in photo {number} of {count}…", { number, count });
  if (count > 1) work.showIn(progress);
  else render(finding(1), progress);
  let looked = 0;
  for (; looked < count && !stopped; looked += 1) {
    work.show(looked, finding(looked + 1));
    try {
      await add(files[looked]);
    } catch (trouble) {
      if (count === 1) tellTrouble(trouble);
      failed.push({ name: files[looked].name, trouble });
    }
    draw();
  }
  const used = looked - failed.length;
  work.showIn(null);
  const many = [
    looked < count
      ? h("p", _("Stopped after {looked} of {count} photos; {used} of them are used.", { looked, count, used }))
      : h("p", _("{used} of {count} photos are used.", { used, count })),
    h(
      "ul",
      failed.map(({ name: file, trouble }) => h("li", h("b", file), ` ${trouble.fix || trouble.message}`)),
    ),
  ];
  render(count > 1 && many, progress);
}

async function add(file) {
  checkSize(file);
  const form = new FormData();
  form.append("photo", file, file.name || "photo.jpg");
  const more = draft ? `?draft=${draft.id}` : "";
  ({ draft } = await ask("POST", `/api/sets/drafts${more}`, form));
}

function save(event) {
  event.preventDefault();
  return attempt(async () => {
    if (!draft) return; // it was saved by an earlier tap
    const url = `/api/sets/drafts/${draft.id}`;
    const kept = tilesets.sets.some((set) => set.name === name.trim());
    const title = _("Replace the tile set “{name}”?", { name: name.trim() });
    if (kept && !(await askWhether(title, _("The tile set with this name is overwritten."), _("Replace")))) return;
    tilesets = await ask("POST", url, { name, anew: kept });
    draft = null;
    said = {};
    name = "";
    dropDraft(draftName("tile set"));
    tell(_("“{name}” is saved and used from now on", { name: tilesets.chosen }));
  });
}

for (const input of document.querySelectorAll("input[data-show]")) {
  input.addEventListener("change", () => {
    const files = [...input.files];
    attempt(() => show(files)).finally(() => {
      input.value = "";
    });
  });
}
draw();
listKeys(["1", "…", "9", "M", "P", "S"], _("In the list of tiles: the tile of that number and suit"));
listKeys(["E", "S", "W", "N", "C", "F", "P"], _("In the list of tiles: that wind or dragon"));
listKeys(["Escape"], _("Close what is open"));
