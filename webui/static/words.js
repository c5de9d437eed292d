// The sentences of the scripts in the language of the page. English ones stand in the scripts; those of another
// language are in a file that `python -m webui.translations` writes.

/** The language of the page, as HTML names it; times and numbers are written in it. */
export const lang = document.documentElement.lang;
const translated = lang === "en" ? {} : await sentences();

/** The sentences of the page's language; none where they cannot be had, so that the page works in English. */
async function sentences() {
  try {
    return await (await fetch(new URL(`words.${lang}.json`, import.meta.url))).json();
  } catch {
    return {};
  }
}

/** A sentence in the page's language, with the values of `about` in place of their {names}. */
export const _ = (sentence, about = {}) =>
  (translated[sentence] ?? sentence).replace(/\{(\w+)\}/g, (_whole, name) => String(about[name]));
