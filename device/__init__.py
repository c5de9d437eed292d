"""The table box on a serial line: bytes and events, without any rules of mahjong."""
