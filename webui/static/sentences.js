// The sentences of the scripts in the language of the page, by the English ones, and that language as voices name it. The
// address of a module names the language, and the server answers with its own (`webui/http/statics.py`); English ones
// stand in the scripts.

export const sentences = {};
export const voice = "en";
