"""The report of a tournament or of stored games: one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any

from trivium.arena.ratings import plots
from trivium.arena.ratings.ranking import HEADINGS
from trivium.arena.ratings.standings import Standings
from trivium.games.catalogue import GAMES
from trivium.words import how_many

STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fbfaf7;
  --card: #ffffff; --line: #dfe3e8; --accent: #2463a8; --win: #2e8b57; --loss: #c4553f;
  --fault: #b3402a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #9aa5b4; --paper: #14181e;
  --card: #1d232b; --line: #323b47; --accent: #6ea8e8; --win: #2f9466; --loss: #bb5743;
  --fault: #f0927d; } }
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
th { color: var(--soft); font-weight: 600; font-size: .85rem; white-space: nowrap; }
td.text, th.text { text-align: left; } td.text { overflow-wrap: anywhere;
  min-width: 9rem; }
tbody tr:hover { background: color-mix(in srgb, var(--accent) 8%, transparent); }
td.fault { color: var(--fault); }
table.narrow { width: auto; } table.narrow td.text { min-width: 12rem; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; }
svg { width: 100%; min-width: 34rem; height: auto; display: block;
  font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .tick { fill: var(--soft); }
svg .grid { stroke: var(--line); } svg .axis { stroke: var(--soft); }
svg .bar { stroke: var(--accent); stroke-width: 3; stroke-opacity: .55; stroke-linecap: round; }
svg .dot, svg .time { fill: var(--accent); } svg .empty { fill: var(--line); fill-opacity: .45; }
svg .curve { fill: none; stroke-width: 2; stroke: var(--accent); }
svg .curve1 { stroke: var(--loss); } svg .curve2 { stroke: var(--win); }
svg .win { fill: var(--win); } svg .loss { fill: var(--loss); }
@media print { section.card { break-inside: avoid; } }
"""

_NUMBERS = ("Elo", "±", "games", "won", "drawn", "lost", "score", "s/game", "slowest")


def html_report(title: str, tables: Sequence[Standings], facts: Mapping[str, object]) -> str:
    """Return the page of standings."""
    return page(title, facts, "".join(map(_section, tables)) or "<p>No games yet.</p>")


def page(title: str, facts: Mapping[str, object], body: str) -> str:
    """Return a page around HTML; it has no scripts and loads nothing from elsewhere."""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    shown = " · ".join(
        f"{escape(name.replace('_', ' '))}: {escape(str(value))}"
        for name, value in facts.items()
        if value is not None
    )
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
    scale = f"{anchor.name} is set to {plots.signed(anchor.elo)}" if anchor else "the average is 0"
    return (
        f'<h2>{escape(_heading(table.title))}</h2>\n<section class="card">'
        f"<h3>Ratings: {how_many(table.games, 'game')}, {escape(scale)}, moving first is worth "
        f"{plots.signed(table.ratings.advantage)} Elo</h3>{plots.ratings_plot(table)}"
        f"<h3>Players</h3>{_players(table)}"
        f"<h3>Cross table{_best(table)}: points in per cent, row against column</h3>"
        f"{plots.cross_plot(table)}"
        f"<h3>Time: seconds for a game</h3>{plots.time_plot(table)}"
        f"<h3>How games ended</h3>{_counts(table.reasons, table.games)}"
        f"{_failures(table)}{_remarks(table)}</section>\n"
    )


def _best(table: Standings) -> str:
    most = plots.MOST_IN_HEAT_MAP
    return f" of the best {most}" if len(table.names) > most else ""


def _failures(table: Standings) -> str:
    """Show what went wrong, for those who have to mend it."""
    rows = "".join(
        f'<tr><td class="text">{escape(row["player"])}</td>'
        f'<td class="text"><pre>{escape(reason)}</pre></td></tr>'
        for row in table.rows()
        for reason in row["first_faults"].values()
    )
    if not rows:
        return ""
    return f"<h3>Failures: the first of each kind</h3><table><tbody>{rows}</tbody></table>"


def _remarks(table: Standings) -> str:
    """Show what a reader should know about external agents: that there was no sandbox, say."""
    if not table.remarks:
        return ""
    return f"<h3>Remarks, and the games they are about</h3>{_counts(table.remarks, table.games)}"


def _heading(title: str) -> str:
    """Return the title of a table with the game's proper name."""
    name, _, size = title.partition(" ")
    return f"{GAMES[name].title} {size}" if name in GAMES else title


def _players(table: Standings) -> str:
    rows = table.rows()
    somebody_failed = any(row["faults"] for row in rows)
    numbers = (*(HEADINGS[mark] for mark in table.marks), *_NUMBERS)
    heads = '<th>rank</th><th class="text"></th>' + "".join(f"<th>{one}</th>" for one in numbers)
    if somebody_failed:
        heads += '<th class="text">failures</th>'
    body = "".join(_player(row, table.marks, somebody_failed) for row in rows)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def _player(row: Mapping[str, Any], marks: Sequence[str], with_faults: bool) -> str:
    numbers = (
        *(f"{row[mark]:g}" for mark in marks),
        plots.signed(row["elo"]),
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
    if with_faults:
        faults = ", ".join(f"{count} {fault}" for fault, count in row["faults"].items())
        cells += f'<td class="text fault">{escape(faults)}</td>'
    name = f'<td>{row["rank"]}</td><td class="text">{escape(row["player"])}</td>'
    return f"<tr>{name}{cells}</tr>"


def _counts(counts: Mapping[str, int], games: int) -> str:
    most_first = sorted(counts.items(), key=lambda item: -item[1])
    rows = "".join(
        f'<tr><td class="text">{escape(what)}</td><td>{count}</td><td>{count / games:.1%}</td></tr>'
        for what, count in most_first
    )
    return f'<table class="narrow"><tbody>{rows}</tbody></table>'
