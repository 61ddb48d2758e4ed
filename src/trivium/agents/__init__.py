"""Players: a position in, a move out."""
