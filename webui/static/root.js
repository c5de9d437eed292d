// The place where the pages lie at their host: at its top, or under a path that a proxy gives them, such as /tableside.

export const ROOT = new URL(import.meta.url).pathname.replace(/\/static\/.*$/, "");

/** The address that the page leads back to, which the server says: that of its table. */
export const HOME = new URL(document.body.dataset.home, location.href).href;

/** Return an address as the browser has to ask for it: one that starts with / is taken from the top of the pages. */
export const rooted = (address) => (address.startsWith("/") ? ROOT + address : address);
