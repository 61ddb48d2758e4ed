"""A wheel with machine code in it is one for the machines that can run that code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_TAG = Path("src/trivium/kernel/machine-code/wheel-tag.txt")


class PlatformTag(BuildHookInterface):  # type: ignore[type-arg]
    """Gives the wheel the tag that `trivium warmup --portable` has left beside the code."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look for the tag before the wheel is built."""
        tag = Path(self.root) / _TAG
        if version != "editable" and tag.exists():
            build_data["pure_python"] = False
            build_data["tag"] = tag.read_text().strip()
