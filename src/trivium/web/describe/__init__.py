"""Describing things for the page: games, boards, positions, scores, lessons, tables."""
