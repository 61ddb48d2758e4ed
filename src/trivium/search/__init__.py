"""Algorithms over the verbs, which do not know the game they play."""
