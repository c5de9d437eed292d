// Dialogs over a page, and the way back: it closes the dialog, and the page stays.

const LEAVING = 1000; // milliseconds for which a page that is being left may still be shown

let left = 0; // when the page was last about to be left: a step back would call that off

addEventListener("beforeunload", () => {
  left = Date.now();
});

let isSteppingBack = false; // over a dialog that was closed; another one may be opened before the browser has done it

addEventListener("pageshow", () => {
  isSteppingBack = false;
});

const isOpen = () => Boolean(document.querySelector("dialog[open]"));
const hasStep = () => Boolean(history.state?.dialog);

/** Open a dialog, with a step of its own in the history of the page. */
export function openModal(dialog) {
  if (dialog.open) return;
  dialog.showModal();
  if (!hasStep()) history.pushState({ dialog: true }, "");
}

addEventListener("popstate", () => {
  if (isSteppingBack) {
    isSteppingBack = false;
    if (isOpen() && !hasStep()) history.pushState({ dialog: true }, "");
  } else if (!hasStep()) for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
});

document.addEventListener(
  "close",
  () =>
    setTimeout(() => {
      if (!hasStep() || isOpen() || isSteppingBack || Date.now() - left <= LEAVING) return;
      isSteppingBack = true;
      history.back();
    }),
  { capture: true }, // it does not bubble
);
