"""The searching agents of Watch Your Back!: legal, repeatable, and not blind."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from trivium import TriviumError, WatchYourBack
from trivium.agents.watch_your_back.book import BOOK, Book, mirrored, read_book, write_line
from trivium.agents.watch_your_back.champion import ChampionAgent, losing_moves, worn_out
from trivium.agents.watch_your_back.searching import (
    BookedAgent,
    NegamaxAgent,
    NegamaxTableAgent,
    NegascoutAgent,
    SearchingAgent,
)
from trivium.agents.weight_files import read_shipped, shipped
from trivium.games.watch_your_back import geometry
from trivium.games.watch_your_back.endings import ending_number
from trivium.games.watch_your_back.evaluation import EVALUATION, FEATURES, in_danger, weighed
from trivium.kernel.verbs import DECIDED
from trivium.search.limits import Limit
from trivium.solve.tables.watch_your_back_endings import read_endings

AGENTS = [NegamaxAgent, NegamaxTableAgent, NegascoutAgent, BookedAgent, ChampionAgent]
LIMIT = Limit(nodes=2000)

each_agent = pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: str(agent.name))


def board(rows: dict[int, str], phase: str = "moving", turns: int = 0) -> WatchYourBack:
    """The unshrunk board with the given rows, the rest empty; White moves at even turns."""
    lines = [rows.get(y, "- - - - - - - -") for y in range(8)]
    for y in (0, 7):
        lines[y] = "X" + lines[y][1:-1] + "X"
    return WatchYourBack.from_text("\n".join([*lines, f"phase: {phase}", f"turns: {turns}"]))


def last_board(*rows: str, turns: int) -> WatchYourBack:
    """The board after the second shrink, given by its four rows."""
    lines = ["", "", *(f"    {row}" for row in rows), "", "", f"turns: {turns}"]
    return WatchYourBack.from_text("\n".join(lines))


def played(turns: int, seed: int) -> WatchYourBack:
    position = WatchYourBack()
    dice = random.Random(seed)
    for _ in range(turns):
        position.push(dice.choice(position.legal_moves))
        if position.is_over:
            position.pop()
            break
    return position


LOCKED_IN = last_board("X O O X", "O O O O", "@ O O @", "X @ @ X", turns=193)
"""Black to move, who cannot."""

PHASES = {
    "the empty board": WatchYourBack(),
    "late placing": played(21, seed=1),
    "the first move": played(24, seed=2),
    "before the first shrink": board(
        {0: "X O - - - @ - X", 2: "- - O - - @ - -", 4: "- O - - - - @ -"}, turns=127
    ),
    "after the second shrink": last_board("X - O X", "O - - O", "- @ @ -", "X - @ X", turns=196),
    "a forfeit": LOCKED_IN,
}


def test_the_locked_in_player_can_only_pass() -> None:
    assert [str(move) for move in LOCKED_IN.legal_moves] == ["pass"]


@pytest.mark.parametrize("phase", PHASES)
@each_agent
def test_moves_are_legal_in_every_phase_and_leave_the_position_alone(
    agent: type[SearchingAgent], phase: str
) -> None:
    position = PHASES[phase].copy()
    before = [part.copy() for part in position.kernel]
    choice = agent().choose(position, LIMIT)
    assert choice.move in position.legal_moves
    assert choice.reason
    for part, old in zip(position.kernel, before, strict=True):
        assert (part == old).all()


@each_agent
def test_the_same_seed_and_nodes_play_the_same_game(agent: type[SearchingAgent]) -> None:
    def game() -> list[str]:
        position, players = WatchYourBack(), (agent(seed=3), agent(seed=4))
        for _ in range(34):
            position.push(players[position.mover].choose(position, Limit(nodes=300)).move)
        return [str(move) for move in position.moves]

    assert game() == game()


@each_agent
def test_a_free_piece_is_taken(agent: type[SearchingAgent]) -> None:
    rows = {2: "- - O - - - - -", 3: "- - - @ - - - -", 4: "- - - O - - - -"}
    placing = board(rows, "placing", turns=4)
    assert str(agent().choose(placing, LIMIT).move) == "d3"
    spares = {6: "- @ - - - - @ @", 7: "X - O O - - - X"}
    moving = board(rows | spares)
    assert str(agent().choose(moving, LIMIT).move) == "c3-d3"


@pytest.mark.parametrize(
    "position",
    [
        board({3: "- - - @ - - - -", 1: "- - - - - O - -"}, "placing", turns=2),
        board({3: "- - - @ @ - - -", 1: "- O - - - O - -"}, "placing", turns=4),
        board({2: "- - O - - O - -", 4: "- - @ - - @ - -", 5: "- @ - - - - @ -"}),
    ],
    ids=["second placement", "third placement", "first move"],
)
@each_agent
def test_no_piece_goes_where_it_is_lost_at_once(
    agent: type[SearchingAgent], position: WatchYourBack
) -> None:
    after = position.copy()
    after.push(agent().choose(position, Limit(depth=2)).move)
    assert not int(in_danger(after.kernel, 0)) & int(after.kernel.sides[0])


@each_agent
def test_a_piece_steps_off_the_ring_before_it_goes(agent: type[SearchingAgent]) -> None:
    # White's last turn but one before the shrink; d1 is lost with the ring unless it moves.
    rows = {0: "X - - O - - - X", 3: "- - O - - @ - -", 4: "- - O - - @ - -"}
    position = board(rows, turns=126)
    assert str(agent().choose(position, LIMIT).move) == "d1-d2"


def test_a_win_that_is_there_is_found_and_proven() -> None:
    position = board({3: "- O @ - O - - -", 5: "- - - - - - @ -"})
    choice = ChampionAgent().choose(position, LIMIT)
    assert str(choice.move) == "e4-d4"
    assert choice.report
    assert choice.report.score.exact


WON = last_board("X O - X", "- O - -", "- - @ -", "X - @ X", turns=194)
DRAWN = last_board("X O - X", "O O @ @", "- - @ -", "X - - X", turns=194)


def ending(position: WatchYourBack) -> int:
    """The table's turns until the player to move wins; negative for a loss, 0 for a draw."""
    own, enemies = position.kernel.sides[position.mover], position.kernel.sides[1 - position.mover]
    return int(read_endings()[ending_number(own, enemies)])


def test_a_won_ending_is_won_as_fast_as_the_table_says() -> None:
    position, champion, enemy = WON.copy(), ChampionAgent(), ChampionAgent(seed=1)
    turns = ending(position)
    assert turns > 4
    for left in range(turns, 0, -1):
        assert ending(position) == (left if position.turn == "white" else -left)
        player = champion if position.turn == "white" else enemy
        position.push(player.choose(position, LIMIT).move)
    outcome = position.outcome()
    assert outcome
    assert outcome.winner == "white"


def test_a_drawn_ending_is_never_lost_and_still_searched() -> None:
    position, champion, dice = DRAWN.copy(), ChampionAgent(), random.Random(7)
    assert ending(position) == 0
    for _ in range(20):
        if position.is_over:
            break
        if position.turn == "white":
            assert ending(position) >= 0
            choice = champion.choose(position, Limit(nodes=300))
            position.push(choice.move)
        else:
            position.push(dice.choice(position.legal_moves))
    outcome = position.outcome()
    assert outcome is None or outcome.winner == "white"


def test_exactly_the_moves_after_which_the_enemy_wins_are_losing() -> None:
    position = DRAWN.copy()
    evaluator = weighed(read_shipped("watch-your-back", EVALUATION), read_endings())
    codes = [move.code for move in position.legal_moves]
    losing = losing_moves(evaluator, position.copy().kernel, codes)
    assert 0 < len(losing) < len(codes)
    for code in codes:
        position.push(position.move(code))
        outcome = position.outcome()
        lost = outcome.winner == "black" if outcome else ending(position) > 0
        assert lost == (code in losing)
        position.pop()


def test_the_champion_proves_a_win_across_the_last_shrink() -> None:
    # Three against two is won on the last board, but nobody is eliminated for a while.
    rows = ["", "  X - - - - X", "  - - - - - -", "  - O O - - -", "  - O - - @ -", "  - - - @ - -"]
    position = WatchYourBack.from_text("\n".join([*rows, "  X - - - - X", "", "turns: 190"]))
    report = ChampionAgent().choose(position, Limit(nodes=20_000)).report
    assert report
    assert report.score.exact
    assert report.score.seen_by("white").value >= DECIDED


def shuffled(times: int, extra_white: bool) -> WatchYourBack:
    """A game in which both sides have gone back and forth, White with more pieces or not."""
    white = "- O O - - - - -" if extra_white else "- O - - - - - -"
    position = board({1: white, 2: "- O - - - - - -", 6: "- - - - - @ @ -"})
    for _ in range(times):
        for text in ("b3-b4", "g7-g6", "b4-b3", "g6-g7"):
            position.push(text)
    return position


def worn(position: WatchYourBack) -> list[str]:
    codes = [move.code for move in position.legal_moves]
    return [str(position.move(code)) for code in worn_out(position.copy().kernel, codes)]


def test_the_side_ahead_does_not_go_back_and_forth_for_ever() -> None:
    assert worn(shuffled(1, extra_white=True)) == []
    assert worn(shuffled(2, extra_white=True)) == ["b3-b4"]
    assert worn(shuffled(2, extra_white=False)) == []
    choice = ChampionAgent().choose(shuffled(3, extra_white=True), LIMIT)
    assert str(choice.move) != "b3-b4"


def test_the_champion_beats_a_player_at_random_soon() -> None:
    position, dice = WatchYourBack(move_limit=120), random.Random(5)
    champion = ChampionAgent()
    while not position.is_over:
        if position.turn == "black":
            position.push(champion.choose(position, Limit(nodes=1000)).move)
        else:
            position.push(dice.choice(position.legal_moves))
    outcome = position.outcome()
    assert outcome
    assert outcome.winner == "black"


def book_boards() -> dict[tuple[int, int], WatchYourBack]:
    """Every board of the book as a position."""
    boards = {}
    for white, black in read_book().boards():
        turns = white.bit_count() + black.bit_count()
        rows = [
            [
                "O" if white >> (8 * y + x) & 1 else "@" if black >> (8 * y + x) & 1 else "-"
                for x in range(8)
            ]
            for y in range(8)
        ]
        for y in (0, 7):
            rows[y][0] = rows[y][7] = "X"
        text = "\n".join([*(" ".join(row) for row in rows), "phase: placing", f"turns: {turns}"])
        boards[white, black] = WatchYourBack.from_text(text)
    return boards


def test_every_move_of_the_book_is_legal_and_safe() -> None:
    boards = book_boards()
    assert len(boards) > 50
    for position in boards.values():
        move = read_book().reply(position)
        assert move in position.legal_moves
        player = position.mover
        position.push(move)
        danger = int(in_danger(position.kernel, player))
        assert not danger & int(position.kernel.sides[player])


def test_the_book_answers_the_mirror_image_with_the_mirror_image() -> None:
    mirror = geometry.symmetries("placing")[1].images
    book, boards = read_book(), book_boards()
    for (white, black), position in boards.items():
        image = boards[mirrored(white), mirrored(black)]
        move, answer = book.reply(position), book.reply(image)
        assert move
        assert answer
        # A board that is its own image has one answer.
        assert answer.code in (mirror[move.code], move.code)
        assert answer.code == mirror[move.code] or image == position


def test_the_booked_player_opens_from_the_book_for_either_colour() -> None:
    position = WatchYourBack()
    agent = BookedAgent()
    for _ in range(3):
        choice = agent.choose(position, LIMIT)
        assert choice.reason == "from the opening book"
        position.push(choice.move)


def test_the_book_is_silent_when_a_piece_has_been_lost() -> None:
    assert Book({(0, 0): 27}).reply(WatchYourBack()) == WatchYourBack().move(27)
    assert Book({(0, 0): 27}).reply(board({}, "placing", turns=4)) is None
    assert Book({(0, 0): 0}).reply(WatchYourBack()) is None  # a corner is never played


def test_a_line_of_the_book_reads_back(tmp_path: Path) -> None:
    line = write_line((1 << 19 | 1 << 36, 1 << 43), 28)
    assert line == "d3 e5 / d6: e4"
    path = tmp_path / "book.txt"
    path.write_text(f"# a comment\n{line}  # why\n\n")
    assert set(read_book(path).boards()) == {
        (1 << 19 | 1 << 36, 1 << 43),
        (1 << 20 | 1 << 35, 1 << 44),
    }


@pytest.mark.parametrize("line", ["d3 e5 d6: e4", "d3 / d6", "d3 / d9: e4", "- / -: z1"])
def test_a_wrong_line_of_a_book_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(f"- / -: d4\n{line}\n")
    with pytest.raises(TriviumError, match="line 2"):
        read_book(path)


def test_a_missing_book_is_explained(tmp_path: Path) -> None:
    assert BOOK.exists()
    with pytest.raises(TriviumError, match=r"cannot be read"):
        read_book(tmp_path / "none.txt")


def test_the_weights_that_come_along_are_complete() -> None:
    weights = read_shipped("watch-your-back", EVALUATION)
    assert {phase: set(table) for phase, table in weights.items()} == {
        "placing": set(FEATURES),
        "moving": set(FEATURES),
    }


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ("[walking]\npieces = 1.0", "there is no phase 'walking'"),
        ("[placing]\npeaces = 1.0", "there is no feature 'peaces' in \\[placing\\]"),
        ("[placing]", "\\[placing\\] lacks pieces"),
        ("[placing]\npieces = 'x'", "must be a number .* not 'x'"),
        ("[placing]\npieces = nan", "must be a number .* not nan"),
        ("[placing]\npieces = true", "must be a number .* not True"),
        ("[placing]\npieces = ", "are not TOML"),
    ],
)
def test_bad_weights_are_explained(wrong: str, problem: str, tmp_path: Path) -> None:
    text = shipped("watch-your-back").read_text()
    head, _, tail = text.partition("[placing]\npieces = ")
    path = tmp_path / "weights.toml"
    path.write_text(f"{head}{wrong}\n{tail.partition(chr(10))[2]}")
    with pytest.raises(TriviumError, match=problem):
        ChampionAgent(weights=str(path))


def test_weights_that_are_not_there_are_explained(tmp_path: Path) -> None:
    with pytest.raises(TriviumError, match="cannot be read"):
        BookedAgent(weights=str(tmp_path / "none.toml"))


def test_an_agent_plays_by_the_weights_it_is_given(tmp_path: Path) -> None:
    # With all weights but one at 0, White steps towards or away from the centre.
    lines = "".join(f"{feature} = 0\n" for feature in FEATURES if feature != "central")
    position = board({1: "- - - O - - - -", 2: "O - - - - - - -", 7: "X - @ - @ - - X"})
    chosen = {}
    for weight in (1, -1):
        path = tmp_path / f"weights{weight}.toml"
        table = f"{lines}central = {weight}\n"
        path.write_text(f"[placing]\n{table}[moving]\n{table}")
        agent = ChampionAgent(weights=str(path))
        chosen[weight] = str(agent.choose(position, Limit(depth=1)).move)
    assert chosen[1] in ("d2-d3", "a3-b3")
    assert chosen[-1] == "d2-d1"
