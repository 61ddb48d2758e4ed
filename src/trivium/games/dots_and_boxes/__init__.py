"""Square Dots-and-Boxes: another geometry under the rules, notation and drawing of Hexifence."""
