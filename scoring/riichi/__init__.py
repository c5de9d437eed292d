"""Riichi, scored through the library `mahjong` (the extra `riichi`)."""
