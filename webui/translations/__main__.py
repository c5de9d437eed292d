"""`python -m webui.translations` extracts the sentences, updates the catalogues and compiles them."""

from webui.translations.catalogues import LANGUAGES, read, update

update()
for lang in LANGUAGES:
    messages = [message for message in read(lang) if message.id]
    print(f"{lang}: {sum(bool(message.string) for message in messages)} of {len(messages)} sentences translated")
