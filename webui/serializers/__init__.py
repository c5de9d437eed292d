"""The values of the JSON interface: one struct a value, with the sentences of the reader's language."""
