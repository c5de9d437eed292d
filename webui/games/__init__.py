"""What the page says of each game: words, offers and forms, each game in a folder of its own."""
