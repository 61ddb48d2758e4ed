"""Sentences are said in the language of the person, and none is forgotten."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

import trivium
from trivium.agents.experts import EXPERTS
from trivium.games.catalogue import GAMES
from trivium.saying import OTHERS, Saying, colour_word, dictionary, language_of, number_of, say
from trivium.study.puzzles import CLAIMS, ORIGIN, puzzles, theme_words

REASONS = ("cells", "connection", "repetition", "turn limit", "eliminated", "move limit")
"""Why games end by their rules."""
NAMED_IN_CLAIMS = ("the solver", "the table of Hexifence 2", "a piece", "2 pieces")
PACKAGE = Path(trivium.__file__).parent


def spoken() -> set[str]:
    """All English words that are said: in the code, of levels, and of games."""
    words = {skill.says for expert in EXPERTS.values() for skill in expert.skills}
    for name in EXPERTS:
        words |= {*theme_words(name), *theme_words(name).values()}
    for game in GAMES.values():
        words |= {f"one {game.thing}", f"{{n}} {game.things}", game.thing, game.things, game.rules}
        words |= {words_of for words_of in (game.look.features,) if words_of}
        for special in game.start().layout().specials:
            words |= {special.title, special.words}
        words |= {colour.capitalize() for colour in game.colours}
    words |= {*CLAIMS, ORIGIN, *NAMED_IN_CLAIMS}
    words |= {"loony", "out of reach", *REASONS}
    for expert in EXPERTS.values():
        words |= expert.explainer.harmless | expert.explainer.praise
    for module in PACKAGE.rglob("*.py"):
        text = module.read_text()
        if "from trivium.saying import" in text:
            words |= set(_literals(ast.parse(text)))
    return words


def _literals(tree: ast.AST) -> list[str]:
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in ("say", "number_of"):
            plain = [arg for arg in node.args if not isinstance(arg, ast.JoinedStr)]
            parts = [part for arg in plain for part in ast.walk(arg)]
            found += [p.value for p in parts if isinstance(p, ast.Constant)]
    return [words for words in found if isinstance(words, str)]


@pytest.mark.parametrize("language", OTHERS)
def test_everything_is_said_in_every_language(language: str) -> None:
    assert set(dictionary(language)) == spoken()


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_places(language: str) -> None:
    def places(words: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}

    for english, words in dictionary(language).items():
        assert places(english) == places(words), english


def test_what_stands_in_the_places_is_said_in_the_same_language() -> None:
    cells = number_of(2, "one cell", "{n} cells")
    saying = say("It leaves {cells} to {other}.", cells=cells, other=colour_word("red"))
    assert str(saying) == "It leaves 2 cells to Red."
    assert saying.said("de") == "Das überlässt Rot 2 Felder."


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_proven_of_puzzles_is_said_in_every_language(game: str) -> None:
    for puzzle in puzzles(game):
        for saying, kept in ((puzzle.claim, puzzle.proof), (puzzle.origin, puzzle.source)):
            assert str(saying) == kept
            assert saying.words in {*CLAIMS, ORIGIN}


def test_what_nobody_has_translated_is_said_in_english() -> None:
    assert Saying("Nobody says that.").said("de") == "Nobody says that."
    assert say("It captures {cells}.", cells="x").said("fr") == "It captures x."


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr, de", "de"),
        ("en-GB,de", "en"),
        ("", "en"),
        ("*", "en"),
        ("../../etc/passwd", "en"),
    ],
)
def test_the_first_wish_that_can_be_met_is(wishes: str, language: str) -> None:
    assert language_of(wishes) == language
