"""The table under a fixed camera: calibration, markers, whose hand it is, dice."""
