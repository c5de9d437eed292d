"""Who may do what: roles, the PIN of a run, and the people whom a chief lets in."""
