"""Hexifence: Dots-and-Boxes on a hexagon. Its rules, notation and drawing serve any such board."""
