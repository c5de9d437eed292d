// A large file that is sent, with how much of it has gone.

import { askPin, authorization, entering } from "./access.js";
import { suspect } from "./line.js";
import { granted, newId, Trouble } from "./page.js";
import { rooted } from "./root.js";
import { _ } from "./words.js";

/**
 * Post a large file as a form and return the JSON of the answer, as `ask` does; once, as it may be long.
 * @param sent called with the bytes that have gone and all there are
 * @param signal ends it; then DOMException AbortError is thrown
 */
export async function sendForm(url, form, sent, signal) {
  await entering;
  for (;;) {
    const { status, text } = await posted(url, form, sent, signal);
    if (status === 401 && (await askPin())) continue;
    let answer = null;
    try {
      answer = JSON.parse(text);
    } catch {
      // no answer of ours
    }
    return granted(status, answer);
  }
}

/** One request that says how much of it has gone, which `fetch` does not. */
function posted(url, form, sent, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", rooted(url));
    const headers = { "Idempotency-Key": newId(), ...authorization() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => sent(loaded, total);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onabort = () => reject(new DOMException("", "AbortError"));
    request.onerror = () => {
      suspect();
      reject(new Trouble(_("No connection"), _("Is `tableside serve` still running on that computer?"), 0));
    };
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
