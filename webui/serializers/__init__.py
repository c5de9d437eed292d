"""The values of the JSON interface: one struct for each, with sentences in the reader's language."""
