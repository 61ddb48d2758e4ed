"""The compiled core's common language: verbs, bit tricks, keys, chance and the compile cache."""
