// Photographs that could not be sent are kept in this browser, also when the page is closed, until they are sent. One
// that this browser refuses to keep, or has no room for, waits as long as its page is open.

import { ROOT } from "./root.js";
import { freePage, holdPage } from "./storage.js";

export const KEPT = "photograph-kept"; // event of the window: one more waits
// statuses of photographs that wait: no answer, no PIN, too many were sent or are read already
export const LATER = [0, 401, 429, 503];

const NAME = `tableside-outbox${ROOT}`;
const STORE = "photographs";
const onPage = new Map(); // what could not be kept, by its id

/** Runs a request on the store; resolves to its result, or rejects where this browser keeps nothing. */
function run(mode, request) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "id" });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const failed = (error) => {
        database.close();
        reject(error);
      };
      try {
        const transaction = database.transaction(STORE, mode);
        transaction.onabort = () => failed(transaction.error);
        const asked = request(transaction.objectStore(STORE));
        transaction.oncomplete = () => {
          database.close();
          resolve(asked.result);
        };
      } catch (error) {
        failed(error);
      }
    };
  });
}

/** Keeps a photograph: `{id, file, chair, table, at, after}`; resolves to whether it outlasts the page. */
export async function keep(photograph) {
  try {
    await run("readwrite", (store) => store.put(photograph));
    return true;
  } catch {
    onPage.set(photograph.id, photograph);
    holdPage(photograph.id);
    return false;
  }
}

/** Lets a photograph go. */
export async function drop(id) {
  freePage(id);
  if (!onPage.delete(id)) await run("readwrite", (store) => store.delete(id)).catch(() => null);
}

/** The photographs that wait, the oldest first. */
export async function kept() {
  const found = await run("readonly", (store) => store.getAll()).catch(() => []);
  return [...found, ...onPage.values()].sort((one, other) => one.at - other.at);
}

/** Whether a photograph waits on this page alone. */
export const isOnPage = ({ id }) => onPage.has(id);
