"""What is written as TOML is read back as it was."""

from __future__ import annotations

import math
import tomllib
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium.errors import TriviumError
from trivium.toml_text import toml_key, toml_lines, toml_value

ANYTHING = st.recursive(
    st.text()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.dates()
    | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), ANYTHING, max_size=3))
def test_any_table_is_read_back(table: dict[str, Any]) -> None:
    assert tomllib.loads("\n".join(toml_lines(table))) == table


@given(st.text(), ANYTHING)
def test_any_name_of_a_table_is_read_back(name: str, value: Any) -> None:
    text = f"[{toml_key(name)}]\nentry = {toml_value(value)}  # and a comment\n"
    assert tomllib.loads(text) == {name: {"entry": value}}


@given(st.text(st.characters(categories=["Cc"]) | st.sampled_from('\\"ab\x7f\x85\u2028😀')))
def test_a_text_stays_on_one_line(text: str) -> None:
    line = toml_value(text)
    assert tomllib.loads(f"text = {line}") == {"text": text}
    assert not any(ord(letter) < 32 or letter == "\x7f" for letter in line)


def test_numbers_are_read_back_as_what_they_were() -> None:
    numbers = [0, -1, 2**80, True, 1.0, -0.0, 1e300, 1e-7, math.inf, -math.inf]
    read = tomllib.loads(f"numbers = {toml_value(numbers)}")["numbers"]
    assert [repr(number) for number in read] == [repr(number) for number in numbers]
    assert math.isnan(tomllib.loads(f"number = {toml_value(math.nan)}")["number"])


def test_plain_things_look_plain() -> None:
    table = {"name": "Größe", "sizes": ("2", "3x4"), "none": None, "when": date(2024, 2, 29)}
    assert toml_lines(table | {"of": {"nodes": 1, "a b": {}}}) == [
        'name = "Größe"',
        'sizes = ["2", "3x4"]',
        "when = 2024-02-29",
        'of = { nodes = 1, "a b" = {} }',
    ]
    assert toml_value(datetime(2024, 2, 29, 12, 30)) == "2024-02-29T12:30:00"


@pytest.mark.parametrize("thing", [None, [None], b"bytes", {1, 2}, {"deep": [object]}])
def test_what_toml_has_no_word_for_is_refused(thing: Any) -> None:
    with pytest.raises(TriviumError, match="cannot be written as TOML"):
        toml_value(thing)


@given(st.text(), st.characters(categories=["Cs"]), st.text())
def test_what_is_no_text_is_refused(before: str, lone: str, after: str) -> None:
    with pytest.raises(TriviumError, match=f"{ord(lone):04x}.* cannot be written down"):
        toml_value(before.replace("\n", "") + lone + after.replace("\n", ""))
