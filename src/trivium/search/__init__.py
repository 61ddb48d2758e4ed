"""Algorithms over the verbs; none of them knows which game it plays."""
