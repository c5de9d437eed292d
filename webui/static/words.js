// Sentences in the language of the page.

import { sentences, voice } from "./sentences.js";

export { voice };

/** The language of the page, as HTML names it; times and numbers are written in it. */
export const lang = document.documentElement.lang;

/** Return a sentence that means different things by its context, such as East for a tile. */
export const pgettext = (context, sentence) => sentences[`${context}\u0004${sentence}`] ?? sentence;

/** Return a sentence in the page's language, with the values of `about` in place of their {names}. */
export const _ = (sentence, about = {}) =>
  (sentences[sentence] ?? sentence).replace(/\{(\w+)\}/g, (_whole, name) => String(about[name]));

/** Return sentences after one another, as the page's language sets them. */
export function paragraph(sentences) {
  const [first = "", ...others] = sentences.filter(Boolean);
  return others.reduce((before, next) => _("{before} {next}", { before, next }), first);
}
