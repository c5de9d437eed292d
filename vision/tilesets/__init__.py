"""A set of tiles that was shown: its prototypes, and how its tiles are labelled."""
