"""Teaching: lessons, exercises, the review of a game, live analysis, puzzles and their proofs."""
