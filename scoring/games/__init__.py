"""The games: each a folder with its presets, patterns, payments and course of a match."""
