"""The catalogues of translated sentences, and `python -m webui.translations`, which brings them up to date.

`zh/LC_MESSAGES/messages.po` is the file that translators edit. Everything else here, and `static/words.*.json`, is
made from it.
"""
