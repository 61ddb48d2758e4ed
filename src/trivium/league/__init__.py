"""Leagues: a class, its bots, and a table that everybody watches."""
