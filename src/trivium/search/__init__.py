"""Algorithms over the verbs, which do not know the game they play.

Only `fences`, `safe_edges` and `safe_moves` do: they search over the edges of Hexifence, and
`connecting`, the search of the Cachex champion.
"""
