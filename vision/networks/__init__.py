"""The networks: where tiles lie, which faces they show, and what runs them."""
