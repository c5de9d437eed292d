"""What a table keeps: its records, its hands, its photographs, and the state it goes on from."""
