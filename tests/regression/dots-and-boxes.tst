# Dots-and-Boxes: values proven by search, and answers that can be checked by hand.

boardsize 1 1
trivium-analyze 0.5
#? [(?s)-1 for Blue \(proven\).*]
boardsize 1 2
trivium-analyze 0.5
#? [(?s)\+0 for Blue \(proven\).*]

# Three sides of a box: take it, and go on.
boardsize 1 1
play blue b1
play red a2
play blue c2
reg_genmove red
#? [b3]
play red b3
final_score
#? [red\+1]
