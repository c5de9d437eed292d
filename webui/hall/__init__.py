"""Events of many tables: the desk, its commands to the tables, and the results."""
