"""The hand among the detections of a picture, with its doubts."""
