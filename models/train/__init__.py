"""The training of each network, and what is done to its weights afterwards."""
