"""Weights that are earned: samples, gradient descent, temporal differences, tuning by matches."""
