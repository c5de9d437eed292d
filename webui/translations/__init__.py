"""The catalogues of translated sentences, and `python -m webui.translations`, which updates them.

Translators edit `zh/LC_MESSAGES/messages.po`. Everything else here, and `static/words.*.json`, is made from it.
"""
