"""Monte Carlo tree search finds what is there, proves only what is true, and keeps to limits."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from trivium import Cachex, Hexifence
from trivium.games.cachex import rules as stones_rules
from trivium.games.cachex.geometry import rhombus
from trivium.games.catalogue import GAMES
from trivium.games.watch_your_back import rules as back
from trivium.kernel.chance import Chance, seeded
from trivium.kernel.verbs import (
    DECIDED,
    final,
    legal,
    most_moves,
    mover,
    over,
    pick,
    play,
    play_out,
    score,
    undo,
)
from trivium.search import mcts, mcts_memory
from trivium.search.limits import Limit, Report
from trivium.search.mcts_engine import MonteCarlo, MonteCarloOptions
from trivium.search.running import new_stop_flag
from trivium.search.stopping import Stop

COLOURS = ("first", "second")

VARIANTS: dict[str, dict[str, Any]] = {
    "plain": {"bias": 0.0, "rave": 0.0},
    "rave": {"bias": 0.0, "rave": 300.0, "exploration": 0.3},
    "bias": {"bias": 0.2, "rave": 0.0},
    "both": {"bias": 0.2, "rave": 300.0},
}


def search(kernel: Any, simulations: int, seed: int = 3, **options: Any) -> Report:
    searcher = MonteCarlo(MonteCarloOptions(**options), megabytes=16, seed=seed)
    return searcher.search(kernel, COLOURS, Limit(nodes=simulations))


def copied(kernel: Any) -> Any:
    return type(kernel)(*(np.array(part) for part in kernel))


def contents(kernel: Any) -> bytes:
    return b"".join(part.tobytes() for part in kernel)


def moves_of(kernel: Any) -> list[int]:
    moves = np.zeros(most_moves(kernel), np.int64)
    return [int(move) for move in moves[: legal(kernel, moves)]]


def value_after(kernel: Any, move: int) -> int:
    """The true value of a move for the player who makes it, by looking at everything."""
    player = mover(kernel)
    play(kernel, move)
    value = true_value(kernel)
    value = value if mover(kernel) == player else -value
    undo(kernel)
    return value


def true_value(kernel: Any) -> int:
    return (
        int(final(kernel))
        if over(kernel)
        else max(value_after(kernel, m) for m in moves_of(kernel))
    )


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def late_positions(game: str, size: str, left: int, seeds: range) -> Iterator[Any]:
    """Positions of random games `left` moves before they ended."""
    for seed in seeds:
        position = GAMES[game].start(size)
        chance = seeded(seed)
        while not position.is_over:
            position.push(position.move(int(pick(position.kernel, chance))))
        for _ in range(min(left, len(position.moves))):
            position.pop()
        yield position.kernel


def short_endgames() -> Iterator[Any]:
    """Watch Your Back! on the smallest board, three turns before a move limit."""
    for seed in range(6):
        squares = np.random.default_rng(seed).permutation(
            [19, 20, 26, 27, 28, 29, 34, 35, 36, 37, 43, 44]
        )
        white, black = (
            sum(1 << int(square) for square in squares[part : part + 2]) for part in (0, 2)
        )
        turns = back.PLACING_TURNS + 200 + seed % 2
        yield back.set_up(np.uint64(white), np.uint64(black), 2, turns, 203 + seed % 2)


def short_cachex_games() -> Iterator[Any]:
    """Cachex of size 3 with two stones each, at most four turns before the turn limit."""
    for seed in range(6):
        cells = np.random.default_rng(seed).permutation(9)[:4].tolist()
        stones = {cell: number % 2 for number, cell in enumerate(cells)}
        kernel = stones_rules.set_up(rhombus(3), stones, stones_rules.TURN_LIMIT - 3 - seed % 2)
        if not over(kernel):
            yield kernel


def tiny_positions() -> Iterator[Any]:
    yield from late_positions("dots-and-boxes", "1x2", 5, range(2))
    yield from late_positions("dots-and-boxes", "2x2", 5, range(4))
    yield from late_positions("hexifence", "2", 5, range(4))
    yield from short_cachex_games()
    yield from short_endgames()


@pytest.mark.parametrize(("game", "size"), [("cachex", "5"), ("watch-your-back", "8")])
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_a_move_that_wins_at_once(game: str, size: str, variant: str) -> None:
    found = 0
    for kernel in late_positions(game, size, 1, range(25)):
        if not any(value >= DECIDED for value in at_once(kernel).values()):
            continue
        report = search(kernel, 2000, **VARIANTS[variant])
        assert at_once(kernel)[report.move] >= DECIDED
        assert report.score.exact
        assert report.score.value >= DECIDED
        found += 1
    assert found > 3


def at_once(kernel: Any) -> dict[int, int]:
    """For each move the value for its player if it ends the game, else 0."""
    values = {}
    for move in moves_of(kernel):
        play(kernel, move)
        values[move] = -int(final(kernel)) if over(kernel) else 0
        undo(kernel)
    return values


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_agrees_with_brute_force_on_tiny_boards(variant: str) -> None:
    for kernel in tiny_positions():
        best = true_value(kernel)
        report = search(kernel, 20_000, **VARIANTS[variant])
        assert sign(value_after(kernel, report.move)) == sign(best)


def test_what_it_proves_is_true() -> None:
    proofs = 0
    for kernel in tiny_positions():
        best = true_value(kernel)
        searcher = MonteCarlo(MonteCarloOptions(), megabytes=16)
        report = searcher.search(kernel, COLOURS, Limit(nodes=20_000))
        if report.score.exact:
            proofs += 1
            assert sign(report.score.value) == sign(best)
            if abs(best) < DECIDED:
                assert report.score.value == best
        for move in searcher.root_moves():
            value = value_after(kernel, move.code)
            assert move.least is None or move.least <= value
            assert move.most is None or move.most >= value
    assert proofs > 5


def rest_value(kernel: Any, known: dict[bytes, int]) -> int:
    """The margin that the mover of a game of fences makes from here on."""
    if over(kernel):
        return 0
    free = kernel.free.tobytes()
    if free not in known:
        known[free] = max(rest_after(kernel, move, known) for move in moves_of(kernel))
    return known[free]


def rest_after(kernel: Any, move: int, known: dict[bytes, int]) -> int:
    player, before = mover(kernel), int(score(kernel))
    play(kernel, move)
    again = mover(kernel) == player
    rest = rest_value(kernel, known)
    value = int(score(kernel)) - before + rest if again else -rest
    undo(kernel)
    return value


@pytest.mark.parametrize(("size", "left"), [("1x2", 7), ("2x2", 9)])
def test_it_plays_small_dots_and_boxes_as_well_as_can_be(size: str, left: int) -> None:
    known: dict[bytes, int] = {}
    for kernel in late_positions("dots-and-boxes", size, left, range(3)):
        report = search(kernel, 150_000)
        bank = int(score(kernel))
        played = bank + rest_after(kernel, report.move, known)
        assert sign(played) == sign(bank + rest_value(kernel, known))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_seed_and_simulations_determine_everything(game: str, variant: str) -> None:
    kernel = GAMES[game].start().kernel
    reports = [search(kernel, 1500, seed, **VARIANTS[variant]) for seed in (1, 1, 2)]
    assert reports[0].nodes == 1500
    assert reports[0].line == reports[1].line
    assert reports[0].score == reports[1].score
    assert reports[0].score != reports[2].score


@pytest.mark.parametrize("game", GAMES)
def test_the_position_is_left_as_it_was(game: str) -> None:
    for kernel in late_positions(game, GAMES[game].default_size, 9, range(3)):
        before = contents(kernel)
        search(kernel, 300, rave=100.0, bias=0.1)
        assert contents(kernel) == before


@pytest.mark.parametrize("size", ["3", "4", "5", "9", "15"])
def test_fast_playouts_of_cachex_follow_the_rules(size: str) -> None:
    assert_playouts_follow_the_rules("cachex", size)


@pytest.mark.parametrize(
    ("game", "size"), [("hexifence", "3"), ("dots-and-boxes", "3x3"), ("watch-your-back", "8")]
)
def test_fast_playouts_follow_the_rules(game: str, size: str) -> None:
    assert_playouts_follow_the_rules(game, size)


def test_a_fast_playout_of_cachex_ends_with_the_seventh_occurrence_of_a_board() -> None:
    position = Cachex(5)
    for move in ("a1", "d5", "b2", "e4"):
        position.push(move)
    for move in ("e5", "a2", "d4", "b1", "b2", "d5", "a1", "e4") * 6:
        position.push(move)
    assert str(position.outcome()) == "Draw (repetition)"
    last = position.pop()
    draws = 0
    for seed in range(200):
        line = np.zeros(400, np.int64)
        count, result = play_out(position.kernel, copied(position.kernel), seeded(seed, 7), line)
        if line[0] >> 1 == last.code:
            assert (count, result) == (1, 0)
            draws += 1
        else:
            assert count > 1
        assert_playout_follows_the_rules(copied(position.kernel), seeded(seed, 7))
    assert draws > 0


def assert_playouts_follow_the_rules(game: str, size: str) -> None:
    """The same chance gives the same moves and the same result as the verbs, from anywhere."""
    for seed in range(60):
        kernel, chance = GAMES[game].start(size).kernel, seeded(seed)
        for _ in range(seed // 2):
            if not over(kernel):
                play(kernel, pick(kernel, chance))
        assert_playout_follows_the_rules(kernel, chance)


def assert_playout_follows_the_rules(kernel: Any, chance: Chance) -> None:
    line = np.zeros(3000, np.int64)
    before = contents(kernel)
    count, result = play_out(kernel, copied(kernel), chance.copy(), line)
    assert contents(kernel) == before
    moves = []
    while not over(kernel):
        move = int(pick(kernel, chance))
        moves.append(2 * move + int(mover(kernel)))
        play(kernel, move)
    assert line[:count].tolist() == moves
    assert result == score(kernel) * (1 - 2 * mover(kernel))


def test_a_playout_from_the_end_of_a_game_is_empty() -> None:
    line = np.zeros(400, np.int64)
    for game in GAMES.values():
        for kernel in late_positions(game.name, game.default_size, 0, range(4)):
            count, result = play_out(kernel, copied(kernel), seeded(1), line)
            assert count == 0
            assert result == score(kernel) * (1 - 2 * mover(kernel))


def test_a_playout_that_is_cut_short_counts_pieces() -> None:
    kernel = back.set_up(np.uint64(0b111 << 32), np.uint64(0b11 << 48), 0, 30)
    line = np.zeros(1, np.int64)
    assert play_out(kernel, copied(kernel), seeded(1), line) == (1, 1)


def test_the_tree_is_kept_for_the_moves_that_follow() -> None:
    position = Cachex(5)
    searcher = MonteCarlo(megabytes=16)
    line = searcher.search(position.kernel, COLOURS, Limit(nodes=20_000)).line
    before = {move.code: move for move in searcher.root_moves()}
    searcher.follow(line[:1])
    assert searcher.nodes_in_tree > 1
    kept = sum(move.visits for move in searcher.root_moves())
    assert 0 < kept <= before[line[0]].visits
    searcher.follow(line[1:2])
    fewer = sum(move.visits for move in searcher.root_moves())
    assert 0 < fewer < kept
    for move in line[:2]:
        position.push(position.move(move))
    report = searcher.search(position.kernel, COLOURS, Limit(nodes=1))
    assert sum(move.visits for move in searcher.root_moves()) == fewer + 1
    assert report.move in [move.code for move in position.legal_moves]


def grown_tree() -> tuple[mcts_memory.Tree, mcts_memory.SimulationMemory]:
    kernel = copied(Hexifence(2).kernel)
    tree = mcts_memory.new_tree(4, kernel)
    options = MonteCarloOptions().as_array()
    memory = mcts_memory.new_memory(kernel, options, 100, new_stop_flag())
    mcts_memory.clear(tree, memory)
    memory.counters[mcts_memory.SIMULATION_LIMIT] = 20_000
    mcts.run(kernel, copied(kernel), tree, memory, seeded(1))
    return tree, memory


def test_a_kept_tree_is_whole() -> None:
    tree, memory = grown_tree()
    child = int(tree.first[mcts_memory.ROOT]) + 7
    before = shape_of(tree, child)
    assert mcts_memory.keep_below(tree, memory, child)
    assert shape_of(tree, mcts_memory.ROOT) == before
    assert count_nodes(before) == memory.counters[mcts_memory.USED]


def test_a_tree_that_there_is_no_time_to_keep_is_begun_anew() -> None:
    tree, memory = grown_tree()
    memory.stop[0] = 1
    assert not mcts_memory.keep_below(tree, memory, int(tree.first[mcts_memory.ROOT]) + 7)
    assert memory.counters[mcts_memory.USED] == 1
    assert tree.children[mcts_memory.ROOT] == 0 and tree.visits[mcts_memory.ROOT] == 0


def shape_of(tree: mcts_memory.Tree, node: int) -> tuple[Any, ...]:
    """All that is below a node, without its place in the arrays."""
    first, count = int(tree.first[node]), int(tree.children[node])
    children = range(first, first + count)
    assert all(int(tree.parent[child]) == node for child in children)
    facts = (tree.move, tree.mover, tree.visits, tree.total, tree.low, tree.high, tree.appeal)
    return (*(fact[node] for fact in facts), [shape_of(tree, child) for child in children])


def count_nodes(shape: tuple[Any, ...]) -> int:
    return 1 + sum(count_nodes(child) for child in shape[-1])


def test_another_position_begins_a_new_tree() -> None:
    searcher = MonteCarlo(megabytes=4)
    first = searcher.search(Cachex(4).kernel, COLOURS, Limit(nodes=500))
    later = Cachex(4)
    later.push("b1")
    searcher.search(later.kernel, COLOURS, Limit(nodes=500))
    assert sum(move.visits for move in searcher.root_moves()) == 500
    searcher.search(Cachex(5).kernel, COLOURS, Limit(nodes=500))
    searcher.forget()
    assert searcher.search(Cachex(4).kernel, COLOURS, Limit(nodes=500)).line == first.line


def test_it_goes_on_in_fixed_memory_when_the_tree_is_full() -> None:
    searcher = MonteCarlo(MonteCarloOptions(expand_after=1), megabytes=0.1)
    report = searcher.search(Hexifence(2).kernel, COLOURS, Limit(nodes=20_000))
    assert report.nodes == 20_000
    assert searcher.nodes_in_tree <= 0.1 * 2**20 / mcts_memory.BYTES_A_NODE
    assert 0.9 < report.table_fill <= 1


def test_it_stops_when_it_is_told_to() -> None:
    searcher = MonteCarlo(megabytes=4)
    kernel = Hexifence(3).kernel
    searcher.search(kernel, COLOURS, Limit(nodes=1))
    stop = Stop()
    reports: list[Report] = []
    thread = threading.Thread(
        target=lambda: reports.append(searcher.search(kernel, COLOURS, Limit(stop=stop)))
    )
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive()
    stop.ask()
    thread.join(timeout=20)
    assert not thread.is_alive()
    assert reports[0].line


def test_it_has_a_move_even_without_any_time() -> None:
    report = MonteCarlo(megabytes=4).search(Cachex(9).kernel, COLOURS, Limit(seconds=0.0))
    assert report.line


def test_the_listener_hears_of_the_progress() -> None:
    heard: list[int] = []
    searcher = MonteCarlo(megabytes=4)
    searcher.search(
        Hexifence(3).kernel, COLOURS, Limit(nodes=5000), lambda report: heard.append(report.nodes)
    )
    assert heard == [1024, 2048, 4096]


def test_an_error_of_the_listener_reaches_the_caller() -> None:
    def fail(report: Report) -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        MonteCarlo(megabytes=4).search(Hexifence(3).kernel, COLOURS, Limit(nodes=5000), fail)
