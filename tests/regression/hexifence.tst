# Hexifence: rules and small endings, whose answers can be checked by hand.

# A single cell goes to whoever claims its sixth edge.
boardsize 1
trivium-analyze 0.5
#? [(?s)-1 for Blue \(proven\).*]
play blue a1
play red b1
play blue a2
play red c2
play blue b3
reg_genmove red
#? [c3]
play red c3
final_score
#? [red\+1]
undo
trivium-turn
#? [red]

# A capture gives another move.
boardsize 2
play blue a1
play red b1
play blue a2
play red c2
play blue b3
reg_genmove red
#? [c3]
play red c3
trivium-turn
#? [red]
play blue d1
#? [?it is red's turn]

# A board of dimension 2 has 30 edges, each to be claimed once.
boardsize 2
all_legal_moves
#? [(\w+ ){29}\w+]
play blue d1
play red d1
#? [?illegal move.*already claimed.*]
