"""A match: its records, the state that they fold into, what governing bodies fix, the wall, seating, ranking."""
