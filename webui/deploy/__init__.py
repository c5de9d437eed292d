"""Delivery to people's computers: the built program, and the units that start it."""
