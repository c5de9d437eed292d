"""The finds of the networks in one picture, completed: halves made whole, missed tiles proposed, repeats dropped."""
