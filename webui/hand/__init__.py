"""A hand as the people at the table have it: its state, edits, questions. Pure."""
