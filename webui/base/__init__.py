"""Errors, logs, figures, steady time, parts that are installed and the words of a text, for every other room."""
