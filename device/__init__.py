"""The table box on a serial line: bytes and events, no mahjong."""
