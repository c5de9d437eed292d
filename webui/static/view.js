// Elements as the view library draws them: a page or a form says what stands there now, and what has changed is changed.

import { rooted } from "./root.js";
import { h as create, render } from "./vendor/preact.js";

export { render };

/**
 * Describes an element, as `h` of page.js makes one: h("p.note", "text", child, [more]) or, with attributes,
 * h("a", { href: "/" }, "text"). Those of a list that have a `key` keep their state where they change places.
 */
export function h(name, ...children) {
  const [tag, ...classes] = name.split(".");
  const about = children[0]?.constructor === Object ? { ...children.shift() } : {};
  if (classes.length) about.class = classes.join(" ");
  for (const each of ["href", "src"]) if (about[each]) about[each] = rooted(about[each]);
  return create(tag, about, ...children);
}

/** Draws; where what had the keyboard is gone then, the next button or field has it, or else the one before. */
export function passFocus(draw) {
  const all = [...document.querySelectorAll("[data-key]")];
  const place = all.indexOf(document.activeElement);
  draw();
  if (place < 0 || all[place].isConnected) return;
  const others = [...all.slice(place + 1), ...all.slice(0, place).reverse()];
  others.find((each) => each.isConnected && !each.disabled)?.focus({ preventScroll: true });
}

/** A button; `key` names it for tests and for the keys of the page. */
export const button = (style, label, onclick, key) => h(`button.button${style}`, { onclick, "data-key": key }, label);

/** Makes the element that is described, for the pages that replace their elements themselves. */
export function made(element) {
  const host = document.createElement("div");
  render(element, host);
  return host.firstElementChild;
}
