"""The two exercises of Watch Your Back!: counting moves, and the massacre."""

from __future__ import annotations

from trivium.errors import BadText
from trivium.games.watch_your_back.notation import BoardText, read_board
from trivium.games.watch_your_back.rules import count_moves, start
from trivium.study.exercises.answer import ExerciseAnswer
from trivium.study.exercises.massacre import massacre, written


def answer(text: str) -> ExerciseAnswer:
    """Return the answer to the exercise that the last line of the text names."""
    lines = [line for line in text.splitlines() if line.strip()]
    exercise = lines[-1].strip().lower() if lines else ""
    board = read_board(text)
    if exercise == "moves":
        return count_both(board)
    if exercise == "massacre":
        return eliminate_all(board)
    raise BadText("The line after the board must be 'Moves' or 'Massacre'.")


def count_both(board: BoardText) -> ExerciseAnswer:
    """Return the number of moves of White and of Black."""
    position = start()
    position.sides[:] = (board.white, board.black)
    return ExerciseAnswer(tuple(str(count_moves(position, player)) for player in range(2)))


def eliminate_all(board: BoardText) -> ExerciseAnswer:
    """Return a shortest sequence of White moves that eliminates every Black piece."""
    sequence, proven = massacre(board.white, board.black)
    remark = None if proven else "This sequence is not proven to be a shortest one."
    return ExerciseAnswer(tuple(written(move) for move in sequence), remark)


def warm_up() -> None:
    """Compile what the exercises need."""
    empty, ends = "- - - - - - - -\n", "X - - - - - - X\n"
    answer(ends + "- O @ - O - - -\n" + 5 * empty + ends + "Massacre")
    answer(ends + 6 * empty + ends + "Moves")
