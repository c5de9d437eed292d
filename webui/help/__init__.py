"""The manual: Markdown in a folder for each language, drawn offline as the pages under `/help`.

A page that a language lacks is shown in English. Pages of languages that OpenCC makes are made by `python -m
webui.translations`, as the catalogues of sentences are.
"""
