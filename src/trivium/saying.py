"""Sentences for people, said in their language.

A sentence is written in English where it belongs, with places for what it is about; files such as
``said-in-de.toml`` say the same in other languages, under the English words. So no rule that finds
something to say knows of languages, and what nobody has translated is said in English.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources

ENGLISH = "en"
OTHERS = ("de",)


@dataclass(frozen=True)
class Saying:
    """A sentence, or a part of one."""

    words: str
    """In English, with places such as ``{n}``."""
    values: Mapping[str, str | int | Saying] = field(default_factory=dict)
    """What stands in the places."""

    def __str__(self) -> str:
        """The sentence in English."""
        return self.said(ENGLISH)

    def said(self, language: str) -> str:
        """Return the sentence in a language, by its code; in English if there is no other."""
        words = dictionary(language).get(self.words, self.words)
        return words.format(
            **{
                name: value.said(language) if isinstance(value, Saying) else value
                for name, value in self.values.items()
            }
        )


def say(words: str, **values: str | int | Saying) -> Saying:
    """Return a sentence with these values in its places."""
    return Saying(words, values)


def number_of(n: int, one: str, several: str) -> Saying:
    """Return so many of a thing: `one` if it is one, else `several`, with the place ``{n}``."""
    return say(one if n == 1 else several, n=n)


def colour_word(colour: str) -> Saying:
    """Return what a player is called."""
    return Saying(colour.capitalize())


def recognise(text: str, patterns: Iterable[str]) -> Saying:
    """Return a sentence that was kept in English as one that can be said in other languages.

    The patterns are English words with places; one that fits none of them stays as it is.
    """
    for words in patterns:
        form = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(words))
        if found := re.fullmatch(form, text):
            return Saying(words, {name: Saying(part) for name, part in found.groupdict().items()})
    return say("{text}", text=text)


@functools.cache
def dictionary(language: str) -> Mapping[str, str]:
    """Return the words of a language by the English ones; none for one that is not known."""
    if language not in OTHERS:
        return {}
    file = resources.files("trivium") / f"said-in-{language}.toml"
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {english: words for table in tables.values() for english, words in table.items()}


def language_of(wishes: str) -> str:
    """Return the first language of a list like ``de-AT,de;q=0.9,en`` that there is."""
    for wish in wishes.split(","):
        code = wish.partition(";")[0].partition("-")[0].strip().lower()
        if code == ENGLISH or code in OTHERS:
            return code
    return ENGLISH
