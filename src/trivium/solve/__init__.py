"""Exact results: solvers, full tables and the exercises of the rule pages."""
