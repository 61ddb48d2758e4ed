"""Reports: one page that stands alone, safe with any name, and tables for a spreadsheet."""

from __future__ import annotations

import csv
import io
import itertools
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from trivium.arena.ratings import plots
from trivium.arena.ratings.exports import as_csv
from trivium.arena.ratings.report import html_report
from trivium.arena.ratings.standings import Standings, standings, standings_by_game
from trivium.arena.records import Record, RecordedPlayer

NASTY = '<script>alert("x")</script>'


def game(first: str, second: str, winner: str | None, fault: str | None = None) -> Record:
    return Record(
        game="hexifence",
        size="3",
        start="",
        moves=(),
        players=(RecordedPlayer("blue", first), RecordedPlayer("red", second)),
        winner=winner,
        reason=f"{fault}: alas" if fault else "cells",
        fault=fault,
        seconds=(2.0, 0.5),
        slowest=(1.0, 0.25),
    )


def table() -> Standings:
    return standings(
        [
            game("anna", "=ben", "blue"),
            game("=ben", "anna", "red"),
            game(NASTY, "anna", "red", "time"),
            game("anna", NASTY, None),
        ],
        "hexifence 3",
    )


class Page(HTMLParser):
    """Notes what tags there are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_page_stands_alone_and_names_cannot_harm_it() -> None:
    page = html_report(f"Cup {NASTY}", [table()], {"games": 4})
    parsed = Page(page)
    assert "script" not in parsed.tags and not parsed.links
    assert not re.search(r"https?://|url\(", page)
    assert parsed.tags.count("svg") == 3 and "prefers-color-scheme: dark" in page
    assert "&lt;script&gt;" in page


def test_plots_are_well_formed_and_show_every_player() -> None:
    for plot in (plots.ratings_plot, plots.time_plot, plots.cross_plot):
        root = ElementTree.fromstring(plot(table()))
        text = "".join(root.itertext())
        assert "anna" in text and "=ben" in text
    only = standings([game("a", "b", "blue")] * 3, "x")
    ElementTree.fromstring(plots.ratings_plot(only))


def test_the_cross_table_adds_up_and_failures_are_counted() -> None:
    standing = table()
    assert standing.cross["anna", "=ben"] == (2.0, 2)
    assert standing.cross[NASTY, "anna"] == (0.5, 2)
    assert standing.accounts[NASTY].faults == {"time": 1}
    assert standing.accounts["anna"].seconds == 5.0
    assert standing.reasons == {"cells": 3, "time": 1}
    assert standing.names[0] == "anna"


def test_a_spreadsheet_gets_no_formulas() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv([table()]))))
    assert [row["player"] for row in rows if "ben" in row["player"]] == ["'=ben"]
    assert {row["faults"] for row in rows} == {"", "1 time"}
    assert as_csv([]) == ""


def test_games_of_different_kinds_are_rated_apart() -> None:
    other = replace(game("anna", "ben", "red"), game="cachex", size="5")
    tables = standings_by_game([game("anna", "ben", "blue"), other])
    assert [t.title for t in tables] == ["hexifence 3", "cachex 5"]
    assert [t.names[0] for t in tables] == ["anna", "ben"]


def test_failures_have_a_column_only_where_somebody_failed() -> None:
    assert "failures" in html_report("Cup", [table()], {})
    page = html_report("Cup", [standings([game("a", "b", "blue")] * 2, "hexifence 3")], {})
    assert "failures" not in page and "<h2>Hexifence 3</h2>" in page


def test_the_first_failure_of_each_kind_is_told_and_so_are_remarks() -> None:
    lost = replace(game("a", "b", "blue"), fault="crash", reason="crash: <oops>\nline 2")
    again = replace(lost, reason="crash: later")
    remarked = replace(game("a", "b", "red"), remarks=("red: without a sandbox: <none>\nmore",))
    standing = standings([lost, again, remarked], "hexifence 3")
    assert standing.accounts["b"].first_faults == {"crash": "crash: <oops>\nline 2"}
    assert standing.remarks == {"b: without a sandbox: <none>": 1}
    page = html_report("Cup", [standing], {})
    assert "<pre>crash: &lt;oops&gt;\nline 2</pre>" in page and "later" not in page
    assert "b: without a sandbox: &lt;none&gt;" in page
    assert "Remarks" not in html_report("Cup", [standings([lost], "hexifence 3")], {})


def test_a_cross_table_of_many_says_that_it_is_of_the_best() -> None:
    names = [f"team {number}" for number in range(plots.MOST_IN_HEAT_MAP + 1)]
    games = [game(a, b, "blue") for a, b in itertools.pairwise(names)]
    assert "Cross table of the best 60:" in html_report("Cup", [standings(games, "x")], {})
    assert "Cross table:" in html_report("Cup", [standings(games[:-1], "x")], {})


@pytest.mark.parametrize(("value", "shown"), [(12.4, "+12"), (-3.6, "−4"), (-0.2, "+0")])
def test_ratings_are_shown_with_their_sign(value: float, shown: str) -> None:
    assert plots.signed(value) == shown


def test_a_report_without_games_says_so() -> None:
    assert "No games yet" in html_report("Cup", [], {})
