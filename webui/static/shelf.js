// All that waits in this browser to be sent: kept on its disk, also when the page is closed or its process ends, until
// the server has it. What a browser refuses to keep, or has no room for, waits as long as its page is open.

import { ROOT } from "./root.js";
import { freePage, holdPage } from "./storage.js";

const FRESH = 1000; // milliseconds for which their answer holds
const REPLY = 150; // milliseconds in which other tabs say what they are sending; one that sleeps says nothing

/** Resolve to what a request or a transaction of the database has once it ends well; rejects where it fails. */
const ended = (doing, well) =>
  new Promise((resolve, reject) => {
    doing[`on${well}`] = () => resolve(doing.result);
    doing.onerror = () => reject(doing.error);
    doing.onabort = () => reject(doing.error);
  });

/** Resolve to whether this browser keeps what is entered until the server has it: pages may be denied that alone. */
export async function keepsEntries() {
  try {
    (await ended(indexedDB.open("tableside-try"), "success")).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Return a store of what waits to be sent, one that all tabs share.
 * @param name the name of its database, under which earlier versions kept things too
 * @param kind the name of the store in it
 * @param changed called when another tab has put something there or taken it away
 */
export function shelf(name, kind, changed = () => {}) {
  const database = name + ROOT;
  const onPage = new Map(); // what could not be kept, by its id
  const flying = new Set(); // ids of what this page is sending
  const elsewhere = new Map(); // ids of what other tabs are sending, with the time of their last answer
  const tabs = globalThis.BroadcastChannel && new BroadcastChannel(database);
  tabs?.addEventListener("message", ({ data }) => {
    if (data.sending) for (const id of data.sending) elsewhere.set(id, Date.now());
    else if (data.asks) tabs.postMessage({ sending: [...flying] });
    else changed();
  });

  /** Run a request on the store; resolves to its result, or rejects where this browser keeps nothing. */
  async function run(mode, request) {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(kind, { keyPath: "id" });
    const opened = await ended(opening, "success");
    try {
      const transaction = opened.transaction(kind, mode, { durability: "strict" });
      const asked = request(transaction.objectStore(kind));
      await ended(transaction, "complete");
      return asked.result;
    } finally {
      opened.close();
    }
  }

  /** Return all that is kept, the oldest first. */
  async function kept() {
    const found = await run("readonly", (store) => store.getAll()).catch(() => []);
    return [...found, ...onPage.values()].sort((one, other) => one.at - other.at);
  }

  return {
    kept,

    /** Keeps something that has an `id` and the time `at`; resolves to whether it outlasts the page. */
    async keep(item) {
      try {
        await run("readwrite", (store) => store.put(item));
        tabs?.postMessage({});
        return true;
      } catch {
        onPage.set(item.id, item);
        holdPage(item.id);
        return false;
      }
    },

    /** Lets it go. */
    async drop(id) {
      freePage(id);
      if (onPage.delete(id)) return;
      await run("readwrite", (store) => store.delete(id)).catch(() => null);
      tabs?.postMessage({});
    },

    /**
     * All that is kept and nobody sends just now, the oldest first: a tab that was sending may have been killed.
     * @param isOwn whether it was put there by this page; of the rest the other tabs are asked first
     */
    async waiting(isOwn = () => false) {
      const idle = (items) => items.filter(({ id }) => !flying.has(id) && !(Date.now() - elsewhere.get(id) < FRESH));
      const found = idle(await kept());
      if (!tabs || found.every(isOwn)) return found;
      tabs.postMessage({ asks: true });
      await new Promise((resolve) => setTimeout(resolve, REPLY));
      return idle(await kept());
    },

    /** True if it waits on this page alone. */
    isOnPage: ({ id }) => onPage.has(id),

    /** Marks what this page begins to send; the function returned marks its end. */
    fly({ id }) {
      flying.add(id);
      return () => flying.delete(id);
    },
  };
}
