"""Our agents under the original referees' rules: an imitation of those calls them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.arena.external.playing import play
from tests.oracles.watch_your_back import WatchYourBackOracle  # type: ignore[attr-defined]
from trivium import Cachex, TriviumError
