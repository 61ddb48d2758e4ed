"""Cachex: Hex with captures and a swap."""
