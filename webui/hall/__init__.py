"""Events of many tables: the desk, what it orders at the tables, and the results."""
