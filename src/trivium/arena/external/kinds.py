"""The kinds of external agents, by the name that their descriptions begin with."""

from __future__ import annotations

from trivium.arena.external.agent import ExternalAgent
from trivium.arena.external.course_python import CachexPythonAgent, WatchYourBackPythonAgent
from trivium.arena.external.gtp import GtpAgent
from trivium.arena.external.hexifence_java import HexifenceJavaAgent

EXTERNAL: dict[str, type[ExternalAgent]] = {
    kind.name: kind
    for kind in (CachexPythonAgent, WatchYourBackPythonAgent, HexifenceJavaAgent, GtpAgent)
}
