"""The games: one folder each, with geometry, rules, notation, drawing and position.

`catalogue` lists them; nothing here knows of search.
"""
