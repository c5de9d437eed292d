"""The rules of mahjong: tiles, hands, scores, matches. Pure: no I/O, imports nothing of the project."""
