"""How the program reaches people's computers: what is built from it, and what starts it there."""
