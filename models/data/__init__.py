"""Pictures and crops for training, and their labels."""
