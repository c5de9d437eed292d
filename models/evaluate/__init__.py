"""Measurement of the weights on labelled photographs."""
