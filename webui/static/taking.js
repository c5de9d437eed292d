// Pictures that are chosen, dropped on the page or pasted, and hands entered tile by tile.

import { filesOf, sendMany } from "./batch.js";
import { sendPhoto } from "./firstlook.js";
import { ask, goToNewHand, TABLE, tellTrouble } from "./page.js";
import { _ } from "./words.js";

/**
 * Make a hand of each photo that is chosen, dropped on the page or pasted, and of each tap on “By hand”.
 * @param chairOf gives the chair whose hand it is, 0 where nobody knows
 * @param seen gives the version of the match that the page shows, null where it shows none
 */
export function takePictures(chairOf = () => 0, seen = () => null) {
  for (const input of document.querySelectorAll("input[data-photo]")) {
    input.addEventListener("change", () => {
      const files = [...input.files]; // emptying the input empties its own list
      if (files.length > 1) sendMany(files).finally(() => (input.value = ""));
      else if (files.length)
        goToNewHand(() => sendPhoto(files[0], chairOf(), seen())).finally(() => (input.value = ""));
    });
  }
  for (const button of document.querySelectorAll("[data-blank]")) {
    button.addEventListener("click", () =>
      goToNewHand(() => ask("POST", `/api/tables/${TABLE}/hands`, undefined, { wait: false })),
    );
  }
  let depth = 0;
  const dragging = (by) => {
    depth = Math.max(0, depth + by);
    document.body.classList.toggle("dragging", depth > 0);
  };
  addEventListener("dragenter", () => dragging(1));
  addEventListener("dragleave", () => dragging(-1));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    dragging(-depth);
    const { files, items } = event.dataTransfer;
    const entries = [...items].map((item) => item.webkitGetAsEntry?.()); // gone once this function has ended
    if (files.length > 1 || entries.some((entry) => entry?.isDirectory)) sendDropped([...files], entries);
    else if (files.length) goToNewHand(() => sendPhoto(files[0], chairOf(), seen()));
  });
  addEventListener("paste", (event) => {
    const file = [...(event.clipboardData?.files ?? [])].find((f) => f.type.startsWith("image/"));
    if (file) goToNewHand(() => sendPhoto(file, chairOf(), seen()));
  });
  addEventListener("pageshow", () => (document.getElementById("busy").hidden = true));
}

/** Send many files, or those of folders, that were dropped on the page. */
async function sendDropped(files, entries) {
  try {
    await sendMany(entries.every(Boolean) ? await filesOf(entries) : files);
  } catch (trouble) {
    tellTrouble({ message: trouble.message, fix: _("Choose the photos one by one") });
  }
}
