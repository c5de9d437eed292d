"""The manual: Markdown in three languages under `en`, `zh` and `zh_Hant`, drawn offline as the pages under `/help`.

`zh_Hant` is made from `zh` by `python -m webui.translations`, as the catalogues of sentences are.
"""
