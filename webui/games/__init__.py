"""Views of the games on the page: words, offers and forms, each game in a folder of its own."""
