# Cachex: rules and short wins, whose answers can be checked by hand.

# Red may not begin in the centre of an odd board; the steal stands mirrored.
boardsize 3
all_legal_moves
#? [a1 b1 c1 a2 c2 a3 b3 c3]
play red b1
all_legal_moves
#? [.* steal]
play blue swap-pieces
trivium-turn
#? [red]
trivium-text
#? [.*\["b", 1, 0\].*]

# One move connects, and only that one.
boardsize 5
play red a1
play blue e1
play red a2
play blue e2
play red a3
play blue e4
play red a4
play blue d2
reg_genmove red
#? [a5]
trivium-analyze 0.2
#? [(?s)Red wins by turn 9.*: a5\n.*]
play red a5
final_score
#? [red\+]
trivium-outcome
#? [Red wins \(connection\)]

# A diamond with two stones of each colour: the mover takes the other two.
boardsize 6
play red c3
play blue d2
play red d3
play blue c4
trivium-text
#? [.*"board": \[\\n +\["b", 1, 3\],\\n +\["b", 3, 2\]\\n.*]
