// The sentences of the scripts in the language of the page, by the English ones. The address of a module names the
// language, and the server answers with its sentences (`webui/http/statics.py`); English ones stand in the scripts.

export const sentences = {};
