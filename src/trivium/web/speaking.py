"""What the server says in the language of the person it says it to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from trivium.saying import Saying, language_of


def _language(connection: HTTPConnection) -> str:
    """Return the language that a page asks for: in its address where it cannot set headers."""
    wish = connection.query_params.get("language", "")
    return language_of(wish or connection.headers.get("Accept-Language", ""))


Language = Annotated[str, Depends(_language)]
"""What a route asks for to say something in the right language."""


def said(sayings: Iterable[Saying], language: str) -> list[str]:
    """Return sentences in a language."""
    return [saying.said(language) for saying in sayings]
