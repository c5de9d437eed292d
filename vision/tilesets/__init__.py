"""Learned tile sets: prototypes of a set's tiles, and their labelling."""
