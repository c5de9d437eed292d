"""The Chinese Official rules (Mahjong Competition Rules): the 1998 book and two later readings of it."""
