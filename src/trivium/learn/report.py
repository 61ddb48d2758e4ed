"""What a run has found: a page in HTML that needs nothing else, and curves for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from trivium.arena.ratings.plots import curves_plot
from trivium.arena.ratings.report import page
from trivium.games.weights import Evaluation, Weights

Curves = Mapping[str, Sequence[tuple[float, float]]]
Rows = Sequence[Sequence[object]]

_BLOCKS = "▁▂▃▄▅▆▇█"
_MOST_SHOWN = 40
"""Longer tables of weights show the heaviest."""


def run_page(
    title: str,
    facts: Mapping[str, object],
    curves: Mapping[str, Curves],
    tables: Mapping[str, tuple[Sequence[str], Rows]],
) -> str:
    """Return the page with curves and tables, each under its heading."""
    parts = [f"<h3>{escape(name)}</h3>{curves_plot(found, name)}" for name, found in curves.items()]
    parts += [f"<h3>{escape(name)}</h3>{_table(*table)}" for name, table in tables.items()]
    return page(title, facts, f'<section class="card">{"".join(parts)}</section>\n')


def weight_tables(
    evaluation: Evaluation, before: Weights, after: Weights
) -> dict[str, tuple[Sequence[str], Rows]]:
    """Return the weights before and after a run, for `run_page`."""
    tables: dict[str, tuple[Sequence[str], Rows]] = {}
    for table in evaluation.tables:
        new, old = after.get(table.name, {}), before.get(table.name, {})
        names = [name for name in table.entries if name in new]
        heading = f"Weights: {table.name}"
        if len(names) > _MOST_SHOWN:
            names = sorted(names, key=lambda name: -abs(new[name]))[:_MOST_SHOWN]
            heading += f", the {_MOST_SHOWN} heaviest of {len(new)}"
        rows = [(name, old.get(name, 0.0), new[name], table.entries[name]) for name in names]
        tables[heading] = ("", "before", "after", "what it counts"), rows
    return tables


def _table(heads: Sequence[str], rows: Rows) -> str:
    shown = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return f"<table><thead><tr>{shown}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"<td>{value:.4g}</td>"
    kind = ' class="text"' if isinstance(value, str) else ""
    return f"<td{kind}>{escape(str(value))}</td>"


def sparkline(values: Sequence[float], width: int = 32) -> str:
    """Return a curve as one line of text, the latest value last."""
    if len(values) > width:
        step = len(values) / width
        values = [values[int((place + 1) * step) - 1] for place in range(width)]
    if not values:
        return ""
    low, high = min(values), max(values)
    steps = (len(_BLOCKS) - 1) / ((high - low) or 1.0)
    return "".join(_BLOCKS[round((value - low) * steps)] for value in values)
