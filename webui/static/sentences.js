// The sentences of the scripts in the language of the page, by the English ones. The server puts them here when it
// joins the scripts of a page (`webui/statics.py`); English ones stand in the scripts.

export const sentences = {};
