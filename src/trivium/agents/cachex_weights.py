"""The weights of the Cachex agents, from readable files beside this one."""

from __future__ import annotations

import tomllib
from importlib import resources


def read_weights(agent: str) -> dict[str, int]:
    """Return the weights in ``weights/cachex-AGENT.toml`` by name."""
    file = resources.files("trivium.agents") / "weights" / f"cachex-{agent}.toml"
    weights = tomllib.loads(file.read_text(encoding="utf-8"))["weights"]
    return {name: int(value) for name, value in weights.items()}
