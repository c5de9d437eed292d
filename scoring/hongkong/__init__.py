"""The rules of Hong Kong's tables: Hong Kong Old Style, with the switches in which houses differ."""
