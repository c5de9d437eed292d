// Changes from any device but the computer of Tableside itself need its PIN, which gives a token that this browser
// keeps. The PIN comes behind the # of the address in the QR code, or is typed into a dialog.

import { _ } from "./words.js";

const KEY = "tableside-token";
const dialog = document.getElementById("pin"); // only on pages that other devices can open
let token = null;
let asking = null; // resolves to whether a token was given

try {
  token = localStorage.getItem(KEY);
} catch {
  // a browser that keeps nothing asks again on each page
}

/** The header by which a request shows that the PIN was given, if it was. */
export const authorization = () => (token ? { Authorization: `Bearer ${token}` } : {});

/** Gives the PIN; resolves to null when it is right, or to the server's answer, with `error` and `fix`. */
async function enter(pin) {
  const response = await fetch("/api/access", {
    method: "POST",
    body: JSON.stringify({ pin }),
    headers: { "Content-Type": "application/json" },
  });
  const answer = await response.json();
  if (!answer.ok) return answer;
  token = answer.token;
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // it holds for this page
  }
  return null;
}

/** Asks for the PIN until it is right or the dialog is closed; resolves to whether a token was given. */
export function askPin() {
  if (!dialog) return Promise.resolve(false);
  asking ??= new Promise((resolve) => {
    const form = dialog.querySelector("form");
    const said = dialog.querySelector(".trouble");
    let given = false;
    form.reset();
    said.textContent = "";
    form.onsubmit = async (event) => {
      event.preventDefault();
      const wrong = await enter(form.elements.digits.value).catch(() => ({ error: dialog.dataset.silent, fix: "" }));
      given = !wrong;
      if (given) return dialog.close();
      said.textContent = wrong.fix ? _("{error}. {fix}", wrong) : wrong.error;
      form.elements.digits.select();
    };
    dialog.querySelector("[data-close]").onclick = () => dialog.close();
    dialog.onclose = () => {
      asking = null;
      resolve(given);
    };
    dialog.showModal();
  });
  return asking;
}

const [, scanned] = location.hash.match(/^#pin=(\d+)$/) ?? [];
if (scanned) history.replaceState(null, "", location.pathname + location.search); // a page that is shared has no PIN

/** Resolves once the PIN of a scanned address was given: to null, or to the answer why not. Null where none was. */
export const entering = scanned ? enter(scanned).catch(() => ({ error: dialog?.dataset.silent, fix: "" })) : null;
