"""Descriptions of players: read in one place, and the same text again."""

from hypothesis import given
from hypothesis import strategies as st

from trivium.agents.descriptions import PlayerDescription, Setting, described


@given(st.text())
def test_a_description_is_its_text_again(text: str) -> None:
    assert str(PlayerDescription.read(text)) == text


def test_only_the_first_colon_ends_the_name() -> None:
    external = PlayerDescription.read("cachex-py:C:/agents#module:Class")
    assert (external.name, external.rest) == ("cachex-py", "C:/agents#module:Class")


def test_settings_are_named_and_spaces_around_them_do_not_matter() -> None:
    assert PlayerDescription.read("stages: timeout = 2,,seed=7,odd").settings == (
        Setting("timeout", "2", " timeout = 2"),
        Setting("seed", "7", "seed=7"),
        Setting("odd", None, "odd"),
    )


def test_without_a_colon_or_after_an_empty_one_nothing_is_set() -> None:
    assert PlayerDescription.read("champion").settings == ()
    assert PlayerDescription.read("champion:").settings == ()


def test_what_was_read_already_is_handed_on() -> None:
    once = PlayerDescription.read("random:seed=3")
    assert described(once) is once
    assert described("random:seed=3") == once
