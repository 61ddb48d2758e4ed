"""Plots of standings and of curves as SVG, drawn for light and dark pages alike.

Colours come from the page's style sheet (`report.STYLE`) through class names.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from trivium.arena.ratings.standings import Standings
from trivium.words import how_many

_ROW = 26
_LABELS = 190
_WIDTH = 760
_LONGEST_LABEL = 26
MOST_IN_HEAT_MAP = 60
"""Only so many of the best are in the cross table."""
_CURVE_HEIGHT = 240


def signed(value: float) -> str:
    """Return a whole number with its sign, as print has it; nothing is "−0"."""
    return f"{round(value) + 0:+d}".replace("-", "−")


def ratings_plot(standings: Standings) -> str:
    """Draw every player's rating with its error bar, the best at the top."""
    players = standings.ratings.players
    low = min(player.elo - min(player.error, 600) for player in players)
    high = max(player.elo + min(player.error, 600) for player in players)
    ticks = _ticks(low, high)
    scale = _Scale(min(low, ticks[0]), max(high, ticks[-1]))
    height = _ROW * len(players)
    parts = _grid(scale, ticks, height)
    for row, player in enumerate(players):
        y = _ROW * row + _ROW / 2
        left, right = scale(player.elo - player.error), scale(player.elo + player.error)
        parts.append(_label(player.name, y))
        parts.append(
            f"<g><title>{escape(player.name)}: {signed(player.elo)} ± {player.error:.0f}, "
            f"{how_many(player.games, 'game')}</title>"
            f'<line class="bar" x1="{left:.1f}" y1="{y}" x2="{right:.1f}" y2="{y}"/>'
            f'<circle class="dot" cx="{scale(player.elo):.1f}" cy="{y}" r="5"/></g>'
        )
    return _svg(height + 24, parts, "Ratings in Elo with their 95 % intervals")


def time_plot(standings: Standings) -> str:
    """Draw how many seconds each player has used for a game on average."""
    accounts = [standings.accounts[name] for name in standings.names]
    most = max(account.seconds_a_game for account in accounts) or 1.0
    ticks = _ticks(0.0, most)
    scale = _Scale(0.0, max(most, ticks[-1]))
    height = _ROW * len(accounts)
    parts = _grid(scale, ticks, height)
    for row, account in enumerate(accounts):
        y = _ROW * row + _ROW / 2
        width = max(scale(account.seconds_a_game) - scale(0.0), 1.0)
        parts.append(_label(account.name, y))
        parts.append(
            f"<g><title>{escape(account.name)}: {account.seconds_a_game:.3f} s a game, slowest "
            f"move {account.slowest:.3f} s</title>"
            f'<rect class="time" x="{scale(0.0):.1f}" y="{y - 7}" width="{width:.1f}" '
            'height="14" rx="3"/></g>'
        )
    return _svg(height + 24, parts, "Seconds for a game")


def cross_plot(standings: Standings) -> str:
    """Draw the cross table as a heat map: each row's share of the points against each column."""
    names = standings.names[:MOST_IN_HEAT_MAP]
    side = max(min((_WIDTH - _LABELS) / len(names), 44), 8)
    top = 24
    parts = []
    for row, name in enumerate(names):
        y = top + side * row
        parts.append(_label(f"{row + 1}  {name}", y + side / 2))
        parts.append(
            f'<text class="tick" text-anchor="middle" x="{_LABELS + side * (row + 0.5):.1f}" '
            f'y="{top - 8}">{row + 1}</text>'
        )
        parts += [
            _cell(standings, (name, other), (_LABELS + side * column, y), side)
            for column, other in enumerate(names)
        ]
    return _svg(top + side * len(names) + 4, parts, "Share of the points, row against column")


def curves_plot(curves: Mapping[str, Sequence[tuple[float, float]]], title: str) -> str:
    """Draw curves of points (x, y), each with its name at its end."""
    points = [point for curve in curves.values() for point in curve]
    if not points:
        return ""
    across = _ticks(min(x for x, _ in points), max(x for x, _ in points))
    up = _ticks(min(y for _, y in points), max(y for _, y in points))
    scale = _Scale(across[0], across[-1])
    parts = _grid(scale, across, _CURVE_HEIGHT)

    def height(y: float) -> float:
        return _CURVE_HEIGHT * (1 - (y - up[0]) / ((up[-1] - up[0]) or 1.0))

    for tick in up:
        shown = f"{tick:g}".replace("-", "−")
        parts.append(
            f'<text class="tick" text-anchor="end" x="{_LABELS}" y="{height(tick) + 4:.1f}">'
            f"{shown}</text>"
        )
    for number, (name, curve) in enumerate(curves.items()):
        places = " ".join(f"{scale(x):.1f},{height(y):.1f}" for x, y in curve)
        parts.append(
            f'<polyline class="curve curve{number}" points="{places}">'
            f"<title>{escape(name)}</title></polyline>"
            f'<line class="curve curve{number}" x1="4" y1="{_ROW * number + 12}" x2="24" '
            f'y2="{_ROW * number + 12}"/>'
            f'<text class="name" x="30" y="{_ROW * number + 16}">{escape(name)}</text>'
        )
    return _svg(_CURVE_HEIGHT + 24, parts, title)


def _cell(
    standings: Standings, players: tuple[str, str], corner: tuple[float, float], side: float
) -> str:
    """Draw what the first of two players has scored against the second."""
    (name, other), (x, y) = players, corner
    score, games = standings.cross.get(players, (0.0, 0))
    square = f'x="{x:.1f}" y="{y:.1f}" width="{side - 1:.1f}" height="{side - 1:.1f}" rx="2"'
    if not games:
        return f'<rect class="empty" {square}/>'
    share = score / games
    tone, strength = ("win", 2 * share - 1) if share >= 0.5 else ("loss", 1 - 2 * share)
    shown = ""
    if side >= 30:
        shown = (
            f'<text class="share" text-anchor="middle" x="{x + side / 2:.1f}" '
            f'y="{y + side / 2 + 4:.1f}">{100 * share:.0f}</text>'
        )
    return (
        f"<g><title>{escape(name)} – {escape(other)}: {score:g} of {games}</title>"
        f'<rect class="empty" {square}/>'
        f'<rect class="{tone}" {square} fill-opacity="{0.12 + 0.68 * strength:.2f}"/>{shown}</g>'
    )


class _Scale:
    """Maps values to places from left to right."""

    def __init__(self, low: float, high: float) -> None:
        self._low = low
        self._factor = (_WIDTH - _LABELS - 30) / ((high - low) or 1.0)

    def __call__(self, value: float) -> float:
        return min(max(_LABELS + 10 + (value - self._low) * self._factor, _LABELS), _WIDTH)


def _ticks(low: float, high: float) -> list[float]:
    """Return some round numbers that cover a range."""
    rough = (high - low or 1.0) / 6
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = math.floor(low / step)
    return [step * number for number in range(first, math.ceil(high / step) + 1)]


def _grid(scale: _Scale, ticks: Sequence[float], height: float) -> list[str]:
    return [
        f'<line class="{"axis" if tick == 0 else "grid"}" x1="{scale(tick):.1f}" y1="0" '
        f'x2="{scale(tick):.1f}" y2="{height}"/>'
        f'<text class="tick" text-anchor="middle" x="{scale(tick):.1f}" y="{height + 16}">'
        f"{f'{tick:g}'.replace('-', '−')}</text>"
        for tick in ticks
    ]


def _label(name: str, y: float) -> str:
    short = name if len(name) <= _LONGEST_LABEL else name[: _LONGEST_LABEL - 1] + "…"
    return (
        f'<text class="name" text-anchor="end" x="{_LABELS - 8}" y="{y + 4:.1f}">'
        f"{escape(short)}</text>"
    )


def _svg(height: float, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        + "".join(parts)
        + "</svg>"
    )
