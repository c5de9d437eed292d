"""One table: its hands, the hand in play, its camera and its box."""
