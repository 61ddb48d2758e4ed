"""The agents of Hexifence and Dots-and-Boxes, and the searches that only they use."""
