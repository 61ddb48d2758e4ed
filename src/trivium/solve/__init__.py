"""Exact results: a solver, full tables, and what they have in common."""
