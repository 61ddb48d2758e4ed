"""What is wrong with the set-up of an agent, told to whoever has to mend it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping

from trivium.agents.agent import Forfeit

_LONGEST_TRACE = 40
"""Lines of an agent's error output that are shown."""
_MISSING = re.compile(
    r"(ModuleNotFoundError|ImportError|FileNotFoundError|PermissionError)\b"
    r"|OSError: \[Errno 30\]"  # a read-only file system
    r"|java\.lang\.(NoClassDefFoundError|ClassNotFoundException|UnsatisfiedLinkError)\b"
    r"|java\.(io|nio\.file)\.(FileNotFound|NoSuchFile|AccessDenied)Exception\b"
)
"""How an error begins that is about something which is not there, or may not be used here."""


def is_missing_something(fault: Forfeit) -> bool:
    """Tell whether an agent has crashed for want of something that was to be there."""
    return fault.kind == "crash" and _MISSING.match(fault.detail) is not None


def explained(fault: Forfeit, output: str, hints: Mapping[str, str]) -> str:
    """Say why an agent cannot be started, with the end of its error output, and what would help.

    `hints` are what to say where a pattern is found; ``{0}`` is the first group of the pattern.
    """
    first = fault.detail.partition("\n")[0].removesuffix("; its last words:") or fault.kind
    lines = output.strip().splitlines()[-_LONGEST_TRACE:]
    parts = [first, *([] if lines == [first] else [textwrap.indent(line, "  ") for line in lines])]
    for pattern, hint in hints.items():
        if found := re.search(pattern, f"{fault.detail}\n{output}", re.DOTALL):
            parts.append(hint.replace("{0}", found[1]) if found.lastindex else hint)
    return "\n".join(parts)
