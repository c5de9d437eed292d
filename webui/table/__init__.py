"""One table: its hands, the live hand, its camera and its box."""
