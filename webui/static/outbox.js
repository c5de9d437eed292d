// Photographs that could not be sent are kept in this browser, also when the page is closed, until they are sent.

export const KEPT = "photograph-kept"; // event of the window: one more waits
// statuses of photographs that wait: no answer, no PIN, too many were sent or are read already
export const LATER = [0, 401, 429, 503];

const NAME = "tableside-outbox";
const STORE = "photographs";

/** Runs a request on the store; resolves to its result, or rejects where this browser keeps nothing. */
function run(mode, request) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "id" });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, mode);
      const asked = request(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(asked.result);
      };
      transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}

/** Keeps a photograph: `{id, file, chair, table, at, after}`; resolves to whether it is kept for good. */
export const keep = (photograph) =>
  run("readwrite", (store) => store.put(photograph)).then(
    () => true,
    () => false,
  );

/** Lets a photograph go. */
export const drop = (id) => run("readwrite", (store) => store.delete(id)).catch(() => null);

/** The photographs that are kept, the oldest first. */
export const kept = () =>
  run("readonly", (store) => store.getAll()).then(
    (found) => found.sort((one, other) => one.at - other.at),
    () => [],
  );
