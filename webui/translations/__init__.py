"""The catalogues of translated sentences, and `python -m webui.translations`, which updates them.

A language is a folder with a `language.toml`, which says what it is called and how it is made. Translators edit
`LC_MESSAGES/messages.po` of the languages that are written, such as `zh`. Everything else here, and
`static/words.*.json`, is made from these.
"""
