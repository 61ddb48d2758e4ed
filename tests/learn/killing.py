"""A run that is killed in the middle, as a loss of power would."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path


def kill_after_a_checkpoint(command: Sequence[str], folder: Path) -> None:
    """Start a run that writes to a folder, and kill it as soon as it has kept something."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not (folder / "checkpoint.npz").exists():
        assert process.poll() is None
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (folder / "weights.toml").exists()
