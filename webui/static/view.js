// Elements as the view library draws them: a page or a form says what stands there now, and what has changed is changed.

import { rooted } from "./root.js";
import { h as create, render } from "./vendor/preact.js";

export { render };

/**
 * Describe an element: h("p.note", "text", child, [more]) or, with attributes, h("a", { href: "/me" }, "text"). Those of
 * a list that have a `key` keep their state where they change places.
 */
export function h(name, ...children) {
  const [tag, ...classes] = name.split(".");
  const about = children[0]?.constructor === Object ? { ...children.shift() } : {};
  if (classes.length) about.class = classes.join(" ");
  for (const each of ["href", "src"]) if (about[each]) about[each] = rooted(about[each]);
  return create(tag, about, ...children);
}

/** Return a button; `key` names it for tests and for the keys of the page. */
export const button = (style, label, onclick, key) => h(`button.button${style}`, { onclick, "data-key": key }, label);

/** Make the element that is described, for what a page puts in place itself, such as a notice. */
export function made(element) {
  const host = document.createElement("div");
  render(element, host);
  return host.firstElementChild;
}

/** Set a text where it changes, so that a screen reader says each one once. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
