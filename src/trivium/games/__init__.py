"""The games: one folder each, with geometry, rules, notation, drawing, position and facts.

`game` says what a game has to bring, `catalogue` lists them; nothing here knows of search.
"""
