"""One solver for Hexifence and Dots-and-Boxes, in the language of Strings-and-Coins."""
