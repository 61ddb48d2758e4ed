"""Making samples: seeded games, with the exact value or a search's opinion of their positions.

The work is cut into parts. What is in a part depends on the plan and the part's number alone, so
any worker can make it, in any order, and a run that was stopped makes only what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from trivium.agents.catalogue import make_agent
from trivium.agents.experts import expert_of
from trivium.agents.subject import Subject
from trivium.arena.bulk import Workers
from trivium.arena.openings import start_position
from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.kernel.chance import Chance, below, next_word, seeded
from trivium.kernel.verbs import POINT, pick, score
from trivium.learn.runs import Run
from trivium.learn.samples import SampledGame, need_pyarrow, read_provenance, write_part
from trivium.learn.subjects import find_subject
from trivium.search.engine import Searcher
from trivium.search.limits import Limit
from trivium.solve.exact import ExactSource

KIND = "samples"
IN_A_PART = 1000
"""Samples in one file."""

_FINENESS = 1 << 20


@dataclass(frozen=True)
class SamplePlan:
    """Which samples to make."""

    subject: str
    """The evaluation whose game is played, and by whose search."""
    samples: int = 100_000
    sizes: tuple[str, ...] = ()
    """Board sizes, drawn at random for every game; none for the game's default."""
    nodes: int = 400
    """Nodes of the search for every move; of no meaning where values are exact."""
    opening: int = 6
    """At most so many random moves begin a game; of no meaning where values are exact."""
    per_game: int = 40
    """At most so many samples from one game, drawn at random."""
    noise: float = 0.05
    """How often a later move is random."""
    most_free: int = 24
    """Hexifence: positions with at most so many free edges are sampled."""
    weights: str = ""
    """The weights that the search plays with; none for those that come along."""
    seed: int = 1

    @property
    def parts(self) -> int:
        """Into how many files the samples go."""
        return -(-self.samples // IN_A_PART)

    def size_of(self, part: int) -> int:
        """Return how many samples a part has."""
        return min(IN_A_PART, self.samples - part * IN_A_PART)


def make_samples(run: Run, plan: SamplePlan, workers: Workers) -> Iterator[int]:
    """Make the parts that are missing; yield how many samples there are, again and again."""
    find_subject(plan.subject).read(plan.weights)
    need_pyarrow()
    done = {part for part in range(plan.parts) if _is_made(part_path(run.folder, part), plan)}
    there = sum(plan.size_of(part) for part in done)
    yield there
    missing = (part for part in range(plan.parts) if part not in done)
    making = workers.run(make_part, ((plan, part) for part in missing))
    try:
        for (_, part), games in making:
            provenance = asdict(plan) | {"part": part, "trivium": version("trivium")}
            write_part(part_path(run.folder, part), games, provenance)
            there += plan.size_of(part)
            yield there
    finally:
        making.close()


def part_path(folder: Path, part: int) -> Path:
    """Return where a part is kept."""
    return folder / f"part-{part:05d}.parquet"


def _is_made(path: Path, plan: SamplePlan) -> bool:
    """Return whether a part is there; one that does not belong to the plan is refused."""
    if not path.exists():
        return False
    provenance = read_provenance(path)
    wanted = {**asdict(plan), "sizes": list(plan.sizes)}
    if any(provenance.get(name) != value for name, value in wanted.items()):
        raise TriviumError(f"{path} was made in another way; choose another folder.")
    return True


def make_part(task: tuple[SamplePlan, int]) -> list[SampledGame]:
    """Return the games of one part."""
    plan, part = task
    subject = find_subject(plan.subject)
    games: list[SampledGame] = []
    missing = plan.size_of(part)
    number = 0
    while missing > 0:
        chance = seeded(plan.seed, part, number)
        size = plan.sizes[int(below(chance, len(plan.sizes)))] if plan.sizes else None
        position = start_position(subject.game, size)
        if subject.exact:
            game = _exact_game(position, plan, chance)
        else:
            game = _searched_game(position, subject, plan, chance)
        games.append(_some_samples(game, min(plan.per_game, missing), chance))
        missing -= len(games[-1].at)
        number += 1
    return games


def _some_samples(game: SampledGame, most: int, chance: Chance) -> SampledGame:
    """Return a game with at most so many of its samples, drawn at random."""
    kept = list(range(len(game.at)))
    while len(kept) > most:
        kept.pop(int(below(chance, len(kept))))
    at, values = (tuple(row[index] for index in kept) for row in (game.at, game.values))
    return replace(game, at=at, values=values)


def _exact_game(position: Position, plan: SamplePlan, chance: Chance) -> SampledGame:
    """Play random and greedy moves by turns; take the exact values near the end."""
    greedy = make_agent("greedy", position.game, int(next_word(chance) >> 33))
    at, values = [], []
    while not position.is_over:
        if len(position.legal_moves) <= plan.most_free:
            at.append(len(position.moves))
            values.append(POINT * _exact(position))
        if _happens(chance, plan.noise):
            position.push(position.move(int(pick(position.kernel, chance))))
        else:
            position.push(greedy.choose(position).move)
    margin = int(score(position.kernel)) * (1 if position.mover == 0 else -1)
    return _game(position, at, values, margin)


def _exact(position: Position) -> int:
    """Return the final margin of the mover."""
    return _source(position.game, position.size).solve(position.copy().kernel).low


@lru_cache(maxsize=4)
def _source(game: str, size: str) -> ExactSource:
    source = expert_of(game).new_exact(start_position(game, size), 64)
    assert source is not None, "a subject with exact samples has a source of them"
    return source


def _searched_game(
    position: Position, subject: Subject, plan: SamplePlan, chance: Chance
) -> SampledGame:
    """Let the search play itself after a random opening; take its opinions."""
    searcher = _searcher(subject.name, position.size, plan.weights)
    searcher.forget()
    limit = Limit(nodes=plan.nodes)
    opening = int(below(chance, plan.opening + 1))
    at, values = [], []
    while (result := subject.result(position)) is None:
        turn = len(position.moves)
        if turn < opening or _happens(chance, plan.noise):
            position.push(position.move(int(pick(position.kernel, chance))))
            continue
        report = searcher.search(position.kernel, position.colours, limit)
        at.append(turn)
        values.append(report.score.value)
        position.push(position.move(report.move))
    return _game(position, at, values, result)


@lru_cache(maxsize=32)
def _searcher(subject: str, size: str, weights: str) -> Searcher:
    """Return the searcher for boards of a size; it remembers nothing from game to game."""
    found = find_subject(subject)
    return found.searcher(start_position(found.game, size), found.read(weights))


def _game(position: Position, at: list[int], values: list[int], result: int) -> SampledGame:
    codes = tuple(move.code for move in position.moves)
    return SampledGame(position.size, codes, tuple(at), tuple(values), result)


def _happens(chance: Chance, share: float) -> bool:
    return int(below(chance, _FINENESS)) < share * _FINENESS
