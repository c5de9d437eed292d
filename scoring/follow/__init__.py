"""The course of a deal, followed from what a camera saw: tiles seen in, events out, pure and without pictures."""
