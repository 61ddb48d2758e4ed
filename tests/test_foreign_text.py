"""Names are letters that can be seen; what others write upsets no terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium.errors import TriviumError
from trivium.foreign_text import check_name, printable

HOSTILE_NAMES = {
    "nul": "a\x00b",
    "escape": "\x1b[2Jx",
    "bell": "x\x07",
    "line": "a\nb",
    "return": "a\rb",
    "tab": "a\tb",
    "delete": "a\x7f",
    "control sequence in one letter": "\x9b2J",
    "next line": "a\x85b",
    "right to left override": "\u202egpj.exe",
    "isolate": "\u2066a\u2069",
    "right to left mark": "\u200fa",
    "zero width space": "cham\u200bpion",
    "zero width joiner": "cham\u200dpion",
    "byte order mark": "\ufeffchampion",
    "soft hyphen": "cham\xadpion",
    "invisible tag": "a\U000e0041",
    "line separator": "a\u2028b",
    "half a letter": "\ud800",
    "another space": "level\xa03",
    "hangul filler": "\u3164",
    "braille blank": "\u2800",
}


@pytest.mark.parametrize("name", HOSTILE_NAMES.values(), ids=HOSTILE_NAMES.keys())
def test_a_name_that_is_more_than_can_be_seen_is_refused_with_its_place(name: str) -> None:
    with pytest.raises(TriviumError, match=r"^A name must .* place \d+ is U\+[0-9A-F]{4,6}\.$"):
        check_name(name)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("x" * 1_001, "1,000 letters, not 1,001"),
        ("x" * 10**6, "not 1,000,000"),
        ("e" + "\u0301" * 6, "too many marks on one letter, at place 7"),
        ("e" + "\u20dd" * 900, "at place 7"),
    ],
    ids=["long", "endless", "a pile of marks", "a pile of circles"],
)
def test_a_name_that_hides_others_is_refused(name: str, problem: str) -> None:
    with pytest.raises(TriviumError, match=problem):
        check_name(name)
    check_name("x" * 1_000)
    check_name("e" + "\u0301" * 5)


@pytest.mark.parametrize("name", ["", " ", "   "])
def test_an_empty_name_is_refused(name: str) -> None:
    with pytest.raises(TriviumError, match="must not be empty"):
        check_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Zoë Müller",
        "李小龙",
        "محمد",
        "अनिल",
        "🦊 fox",
        "♥️",
        "[/bold][red]x",
        "'; --",
        "e\u0301",
    ],
)
def test_names_of_people_are_allowed_whatever_their_writing(name: str) -> None:
    assert check_name(name) == name


@given(st.text(st.characters()))
def test_what_is_printed_holds_letters_lines_and_tabs_only(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text)
    for letter in shown:
        harmful = unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        assert not harmful or letter in "\n\t"
    shown.encode()


@given(st.text(st.characters()))
def test_a_name_that_is_allowed_is_printed_as_it_is(name: str) -> None:
    try:
        check_name(name)
    except TriviumError:
        return
    assert printable(name) == name
