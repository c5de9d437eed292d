"""Access rights: roles, the PIN of a run, and the people admitted by a tournament director."""
