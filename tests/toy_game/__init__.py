"""Noughts and Crosses: a fifth game that lives only here, as docs/adding-a-game.md describes it.

It brings rules, notation and a position, and nothing else: no drawing, no lessons, no puzzles.
"""
