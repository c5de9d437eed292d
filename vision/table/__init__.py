"""The table under a fixed camera: calibration, markers, the seat of the hand, dice."""
