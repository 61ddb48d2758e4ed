# Watch Your Back!: zones, phases, and eliminations that win at once.

# White places on the upper six rows without the corners, Black on the lower six.
clear_board
all_legal_moves
#? [b1 .* h6]
play white d4
all_legal_moves
#? [a3 .* g8]
trivium-turn
#? [black]

# Black has two pieces; one move eliminates one of them.
trivium-setup X - - - - - - X\n- - - - - - - -\n- - - O @ - O -\n- - - - - - - -\n- - - - - - - -\n- - - - - - - -\n- @ - - - - - -\nX - - - - - - X
reg_genmove white
#? [g3-f3]
play white g3-f3
final_score
#? [white\+]
trivium-outcome
#? [White wins \(eliminated\)]

# A piece beside a corner is eliminated from one side alone.
trivium-setup X @ - O - - - X\n- - - - - - - -\n- - - - - - - -\n- - - - - - - -\n- - - O - - - -\n- - - - - - - -\n- @ - - - - - -\nX - - - - - - X
reg_genmove white
#? [d1-c1]
