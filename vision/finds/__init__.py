"""What the networks find in one picture, completed: halves made whole, missed tiles proposed, repeats dropped."""
