"""What every room of the page and the commands may use: errors, logs, figures, words of a text."""
