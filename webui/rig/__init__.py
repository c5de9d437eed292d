"""The equipment at one table: its camera, its box, the hand they follow, and their set-up."""
