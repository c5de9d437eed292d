"""`python -m webui.translations` extracts the sentences, updates the catalogues and compiles them."""

from webui.translations.catalogues import MADE, WRITTEN, is_translated, read, update

update()
for lang in (*WRITTEN, *MADE):
    messages = [message for message in read(lang) if message.id]
    print(f"{lang}: {sum(map(is_translated, messages))} of {len(messages)} sentences translated")
