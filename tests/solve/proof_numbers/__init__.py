"""Tests of proof-number search."""
