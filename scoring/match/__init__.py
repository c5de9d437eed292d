"""Matches: records and the state they fold into, rules of the governing bodies, the wall, seating and ranking."""
