"""Who meets whom: round robin, gauntlet, Swiss and knockout.

Each function takes the players, first the strongest as far as that is known, and what has been
played so far, and returns the encounters of all rounds that can be told now. It depends on
nothing else, so everybody who shares a tournament comes to the same answer; and asked again
after those have been played, it returns the same ones first, with the next round behind them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

TIE_BREAKS = 3
"""Further encounters in a knockout round that is tied; then the one placed higher goes on."""


@dataclass(frozen=True)
class Encounter:
    """Two players who meet, some pairs of games long."""

    round: int
    table: int
    """Which encounter of its round it is, from 1."""
    first: str
    second: str
    replay: int = 0
    """Counts encounters of the same two players at the same table because of a tie."""


Scores = Mapping[Encounter, tuple[float, float]]
"""The points of both players in every encounter that has been played to its end."""

Pairing = Callable[[Sequence[str], Scores], list[Encounter]]

Drawn = Callable[[int], Sequence[tuple[str, str]]]
"""Says who meets whom in a round that has been drawn; nobody if it has not."""


def round_robin(players: Sequence[str], scores: Scores, rounds: int = 1) -> list[Encounter]:
    """Everybody meets everybody, `rounds` times, by the circle method."""
    one_cycle = _circle(players)
    encounters = []
    for cycle in range(rounds):
        for number, meetings in enumerate(one_cycle, 1):
            for table, (first, second) in enumerate(meetings, 1):
                place = cycle * len(one_cycle) + number
                encounters.append(Encounter(place, table, first, second))
    return encounters


def _circle(players: Sequence[str]) -> list[list[tuple[str, str]]]:
    """Return rounds in which everybody plays at most once and, in all, everybody everybody."""
    ring: list[str | None] = [*players]
    if len(ring) % 2:
        ring.append(None)
    rounds = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        facing = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append([(a, b) for a, b in facing if a is not None and b is not None])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def gauntlet(
    players: Sequence[str], scores: Scores, heroes: Sequence[str], rounds: int = 1
) -> list[Encounter]:
    """Each of the players who is a hero meets everybody who is none, `rounds` times."""
    heroes = [player for player in players if player in heroes]
    others = [player for player in players if player not in heroes]
    return [
        Encounter(number, table, hero, other)
        for number in range(1, rounds + 1)
        for table, (hero, other) in enumerate(
            ((hero, other) for hero in heroes for other in others), 1
        )
    ]


def swiss(
    players: Sequence[str], scores: Scores, rounds: int, drawn: Drawn = lambda number: ()
) -> list[Encounter]:
    """In each round players with similar points meet, and as far as possible new opponents.

    With an odd number the last one in the order who has not yet been free is free for a round
    and gets the points of a win, which are as many as an encounter has. A round that has been
    drawn stays as it is, even if results of earlier ones have been replaced since.
    """
    encounters: list[Encounter] = []
    points = dict.fromkeys(players, 0.0)
    met: set[frozenset[str]] = set()
    free: set[str] = set()
    for number in range(1, rounds + 1):
        order = sorted(players, key=lambda player: (-points[player], players.index(player)))
        meetings = drawn(number) or _draw(order, met, free)
        this_round = [Encounter(number, table, a, b) for table, (a, b) in enumerate(meetings, 1)]
        encounters += this_round
        if not all(encounter in scores for encounter in this_round):
            break
        best = 0.0
        for encounter in this_round:
            met.add(frozenset((encounter.first, encounter.second)))
            first, second = scores[encounter]
            points[encounter.first] += first
            points[encounter.second] += second
            best = first + second
        playing = {player for meeting in meetings for player in meeting}
        for resting in (player for player in players if player not in playing):
            free.add(resting)
            points[resting] += best
    return encounters


def _draw(order: list[str], met: set[frozenset[str]], free: set[str]) -> list[tuple[str, str]]:
    """Return who meets whom in the next round; with an odd number one of them meets nobody."""
    playing = list(order)
    if len(order) % 2:
        playing.remove(next((p for p in reversed(order) if p not in free), order[-1]))
    return _new_opponents(playing, met) or _few_rematches(playing, met)


def _new_opponents(
    order: Sequence[str], met: set[frozenset[str]], patience: int = 20_000
) -> list[tuple[str, str]] | None:
    """Pair neighbours in the order who have not met; None if that is impossible or too hard."""
    tries = 0

    def pair(rest: tuple[str, ...]) -> list[tuple[str, str]] | None:
        nonlocal tries
        if not rest:
            return []
        for index in range(1, len(rest)):
            tries += 1
            if tries > patience:
                return None
            if frozenset((rest[0], rest[index])) not in met:
                others = pair(rest[1:index] + rest[index + 1 :])
                if others is not None:
                    return [(rest[0], rest[index]), *others]
        return None

    return pair(tuple(order))


def _few_rematches(order: Sequence[str], met: set[frozenset[str]]) -> list[tuple[str, str]]:
    """Pair everybody with the nearest in the order whom they have not met, as far as that goes.

    Two who are left over and have met exchange opponents with the nearest pair that allows it.
    """
    rest, pairs = list(order), []
    while rest:
        one = rest.pop(0)
        other = next((p for p in rest if frozenset((one, p)) not in met), rest[0])
        rest.remove(other)
        pairs.append((one, other))
    for place, (a, b) in enumerate(pairs):
        if frozenset((a, b)) not in met:
            continue
        for near in sorted(range(len(pairs)), key=lambda other: abs(other - place)):
            c, d = pairs[near]
            options = [((a, c), (b, d)), ((a, d), (b, c))] if near != place else []
            new = [o for o in options if not any(frozenset(pair) in met for pair in o)]
            if new:
                pairs[place], pairs[near] = new[0]
                break
    return pairs


def knockout(players: Sequence[str], scores: Scores) -> list[Encounter]:
    """Whoever wins an encounter goes on; the first and the second can only meet in the final.

    Where the number is no power of two, those placed highest are free in the first round. A
    tie is played again, up to `TIE_BREAKS` times; after that the one placed higher goes on.
    """
    return [one for encounters, _ in _rounds(players, scores) for one in encounters]


def rounds_won(players: Sequence[str], scores: Scores) -> dict[str, int]:
    """Return how many rounds of a knockout each player has won or was free in."""
    won = Counter(name for _, winners in _rounds(players, scores) for name in winners)
    return {player: won[player] for player in players}


def _rounds(
    players: Sequence[str], scores: Scores
) -> Iterator[tuple[list[Encounter], list[str | None]]]:
    """Yield the encounters of each round of a knockout, and who goes on, None if not known yet."""
    bracket = _bracket(players)
    number = 0
    while len(bracket) > 1:
        number += 1
        encounters: list[Encounter] = []
        winners: list[str | None] = []
        for table in range(1, len(bracket) // 2 + 1):
            a, b = bracket[2 * table - 2 : 2 * table]
            if a is None or b is None:
                winners.append(a or b)
                continue
            duel = _duel(Encounter(number, table, a, b), scores)
            encounters += duel
            winners.append(_winner(duel[-1], scores, players))
        yield encounters, winners
        if None in winners:
            return
        bracket = winners


def _bracket(players: Sequence[str]) -> list[str | None]:
    """Return the places of the first round, from top to bottom."""
    order = [0]
    while len(order) < len(players):
        order = [place for seat in order for place in (seat, 2 * len(order) - 1 - seat)]
    return [players[place] if place < len(players) else None for place in order]


def _duel(first: Encounter, scores: Scores) -> list[Encounter]:
    """Return an encounter, and as often as it has ended in a tie, its replay."""
    duel = [first]
    while len(duel) <= TIE_BREAKS and duel[-1] in scores and _is_tie(scores[duel[-1]]):
        duel.append(replace(first, replay=len(duel)))
    return duel


def _is_tie(points: tuple[float, float]) -> bool:
    return points[0] == points[1]


def _winner(last: Encounter, scores: Scores, players: Sequence[str]) -> str | None:
    """Return who goes on after the last encounter of a duel, if that is known."""
    if last not in scores:
        return None
    points = scores[last]
    if _is_tie(points):
        return min(last.first, last.second, key=players.index)
    return last.first if points[0] > points[1] else last.second
