"""The tables at an MQTT broker: their state for other programs, and the buttons of other makers' boards."""
