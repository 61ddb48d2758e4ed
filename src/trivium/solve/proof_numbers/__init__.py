"""Proofs of who wins, in any game of win, draw and loss: depth-first proof-number search."""
