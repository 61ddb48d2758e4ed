"""The expert of Dots-and-Boxes; its agents are those of Hexifence."""
