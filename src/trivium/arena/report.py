"""The report of a tournament or of stored games: one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape

from trivium.arena import plots
from trivium.arena.standings import Standings

STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fbfaf7;
  --card: #ffffff; --line: #dfe3e8; --accent: #2463a8; --win: #2e8b57; --loss: #c4553f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #9aa5b4; --paper: #14181e;
  --card: #1d232b; --line: #323b47; --accent: #6ea8e8; --win: #4cc38a; --loss: #e5806b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 900px; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.8rem; margin: 0 0 .3rem; } h2 { margin: 2.5rem 0 .5rem; }
h3 { margin: 1.5rem 0 .4rem; font-size: 1rem; color: var(--soft); font-weight: 600; }
p.facts { color: var(--soft); margin: 0; }
section.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: .2rem 1.2rem 1.2rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .5rem; text-align: right; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .85rem; }
td.text, th.text { text-align: left; overflow-wrap: anywhere; }
tbody tr:hover { background: color-mix(in srgb, var(--accent) 8%, transparent); }
td.fault { color: var(--loss); }
svg { width: 100%; height: auto; display: block; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .tick { fill: var(--soft); }
svg .grid { stroke: var(--line); } svg .axis { stroke: var(--soft); }
svg .bar { stroke: var(--accent); stroke-width: 3; stroke-opacity: .55; stroke-linecap: round; }
svg .dot, svg .time { fill: var(--accent); } svg .empty { fill: var(--line); fill-opacity: .45; }
svg .win { fill: var(--win); } svg .loss { fill: var(--loss); }
@media print { section.card { break-inside: avoid; } }
"""

_COLUMNS = (
    "",
    "Elo",
    "±",
    "games",
    "won",
    "drawn",
    "lost",
    "score",
    "s/game",
    "slowest",
    "failures",
)


def html_report(title: str, tables: Sequence[Standings], facts: Mapping[str, object]) -> str:
    """Return the page; it has no scripts and loads nothing from elsewhere."""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    shown = " · ".join(
        f"{escape(name.replace('_', ' '))}: {escape(str(value))}"
        for name, value in facts.items()
        if value is not None
    )
    body = "".join(_section(table) for table in tables) or "<p>No games yet.</p>"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>"
        f'<h1>{escape(title)}</h1><p class="facts">{shown}</p>'
        f'<p class="facts">Made by Trivium, {now}</p>\n{body}</main></body></html>\n'
    )


def _section(table: Standings) -> str:
    if not table.names:
        return ""
    anchor = table.ratings.anchor
    scale = f"{anchor.name} is set to {anchor.elo:+.0f}" if anchor else "the average is 0"
    return (
        f'<h2>{escape(table.title)}</h2>\n<section class="card">'
        f"<h3>Ratings: {table.games} games, {escape(scale)}, moving first is worth "
        f"{table.ratings.advantage:+.0f} Elo</h3>{plots.ratings_plot(table)}"
        f"<h3>Players</h3>{_players(table)}"
        f"<h3>Cross table: points in per cent, row against column</h3>{plots.cross_plot(table)}"
        f"<h3>Time: seconds for a game</h3>{plots.time_plot(table)}"
        f"<h3>How games ended</h3>{_reasons(table)}</section>\n"
    )


def _players(table: Standings) -> str:
    heads = "".join(
        f'<th class="text">{name}</th>' if name in ("", "failures") else f"<th>{name}</th>"
        for name in _COLUMNS
    )
    rows = []
    for row in table.rows():
        faults = ", ".join(f"{count} {fault}" for fault, count in row["faults"].items())
        numbers = (
            f"{row['elo']:+.0f}",
            f"{row['error']:.0f}",
            row["games"],
            row["wins"],
            row["draws"],
            row["losses"],
            f"{row['score']:.1%}",
            f"{row['seconds_a_game']:.2f}",
            f"{row['slowest_move']:.2f}",
        )
        cells = "".join(f"<td>{number}</td>" for number in numbers)
        rows.append(
            f'<tr><td class="text">{escape(row["player"])}</td>{cells}'
            f'<td class="text fault">{escape(faults)}</td></tr>'
        )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _reasons(table: Standings) -> str:
    most_first = sorted(table.reasons.items(), key=lambda item: -item[1])
    rows = "".join(
        f'<tr><td class="text">{escape(reason)}</td><td>{count}</td>'
        f"<td>{count / table.games:.1%}</td></tr>"
        for reason, count in most_first
    )
    return f"<table><tbody>{rows}</tbody></table>"
