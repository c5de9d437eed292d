"""Measures the weights on labelled photographs."""
