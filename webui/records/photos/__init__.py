"""Photos by their SHA-256, in files or in the database."""
