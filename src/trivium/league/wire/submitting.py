"""What a student's command line asks a server by HTTP: whose token it is, and to take a bot."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from trivium.errors import TriviumError

_PATIENCE = 60.0
_LOOK = 1.0


def hand_in(
    url: str, token: str, content: bytes, wait: bool, say: Callable[[str], None]
) -> tuple[bool | None, str]:
    """Hand an archive in; return whether it has passed, None if nobody waits, and the report."""
    version = ask(url, "uploads", token, content)
    say(f"{version['label']} waits for its trial.")
    while wait and version["state"] in ("waiting", "trying"):
        time.sleep(_LOOK)
        version = ask(url, f"uploads/{version['number']}", token)
    return (version["state"] == "passed" if wait else None), version["report"]


class Unreachable(TriviumError):
    """A server that does not answer."""


def ask(url: str, what: str, token: str, content: bytes | None = None) -> dict[str, Any]:
    """Return what a server answers to the holder of a token; raises `TriviumError`."""
    base = (url if "://" in url else f"http://{url}").split("#")[0].rstrip("/")
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/octet-stream"}
    try:
        request = urllib.request.Request(f"{base}/api/league/{what}", content, headers)
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
            told: dict[str, Any] = json.load(answer)
            return told
    except urllib.error.HTTPError as error:
        try:
            sentence = json.load(error)["error"]
        except (ValueError, KeyError):
            sentence = f"The server refused ({error.code})."
        raise TriviumError(sentence) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Unreachable(f"{base} cannot be reached: {reason}.") from None
