"""Live sources: the camera, movement in its pictures, and the hand followed through them."""
