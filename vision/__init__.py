"""From a picture of a table to the hand that was laid."""
