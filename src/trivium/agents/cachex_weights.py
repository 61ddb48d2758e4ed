"""The weights of the Cachex agents, from readable files beside this one."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from typing import Any

from trivium.games.cachex.outlook import Weights
from trivium.games.cachex.shapes import shape_values


def read_weights(agent: str) -> dict[str, int]:
    """Return the weights in ``weights/cachex-AGENT.toml`` by name."""
    return {name: int(value) for name, value in _read(agent)["weights"].items()}


@functools.cache
def read_outlook() -> Weights:
    """Return what the champion has learned, from ``weights/cachex-champion.toml``."""
    content = _read("champion")
    return Weights(
        shapes=shape_values(content["shapes"]),
        moves=shape_values(content["moves"]),
        hints=content["hints"],
        own_way=tuple(content["own_way"]),
        their_way=tuple(content["their_way"]),
    )


def _read(agent: str) -> dict[str, Any]:
    file = resources.files("trivium.agents") / "weights" / f"cachex-{agent}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
