"""The rules of the World Series of Mahjong (Zung Jung)."""
