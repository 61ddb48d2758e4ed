"""Bulk work on a Ray cluster: a local one that starts by itself, or one that is joined.

Ray comes with the extra ``cluster``. The machines of a remote cluster need Trivium installed.
"""

from __future__ import annotations

import socket
import time
import warnings
from collections.abc import Callable
from typing import Any

from trivium.arena.bulk import Lost, Result, Task, Workers
from trivium.arena.interrupts import LOOK_UP
from trivium.errors import TriviumError

_ATTEMPTS = 3
_PATIENCE = 10.0
"""Seconds in which a cluster has to answer at all."""
_PAUSE = 2.0
"""Seconds between two attempts to join a cluster."""


class RayWorkers(Workers):
    """Does tasks on a Ray cluster, one for each of its processors at a time."""

    def __init__(self, address: str | None = None, slots: int | None = None) -> None:
        """Join the cluster at `address`, or start a local one with `slots` processors."""
        self._ray = _ray()
        if address is not None:
            _knock(address)
        self._begin_or_join(address, slots)
        processors = int(self._ray.cluster_resources().get("CPU", 1))
        # A lost task is done again by `Workers.run`, which also counts the attempts.
        self._remote = self._ray.remote(num_cpus=1, max_retries=0)(_do)
        self.slots = max(min(slots or processors, processors), 1)

    def close(self) -> None:
        """Leave the cluster; a local one ends."""
        self._ray.shutdown()

    def _begin_or_join(self, address: str | None, slots: int | None) -> None:
        for left in reversed(range(_ATTEMPTS if address else 1)):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # what matters is told by the error
                    self._ray.init(
                        address=address,
                        num_cpus=None if address else slots,
                        include_dashboard=None if address else False,
                        log_to_driver=False,
                        logging_level="ERROR",
                    )
                return
            except (ConnectionError, ValueError, RuntimeError) as error:
                if left == 0:
                    raise _unreachable(error) from None
            time.sleep(_PAUSE)  # a cluster that has just been started may not be ready yet

    def _begin(self, function: Callable[[Task], Result], task: Task) -> Any:
        return self._remote.remote(function, task)

    def _wait(self, handles: list[Any]) -> list[Any]:
        ready: list[Any] = self._ray.wait(handles, num_returns=1, timeout=LOOK_UP)[0]
        return ready

    def _result(self, handle: Any) -> Any:
        try:
            return self._ray.get(handle)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self._ray.exceptions.LocalRayletDiedError:
            raise TriviumError(
                "Ray has ended on this machine, and with it the way to its cluster. What is stored "
                "stays; once Ray runs again, the same command goes on."
            ) from None
        except self._ray.exceptions.RayError as error:
            raise Lost(type(error).__name__) from None

    def _drop(self, handle: Any) -> None:
        self._ray.cancel(handle, force=True)


def _knock(address: str) -> None:
    """Complain if nobody is there. Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), _PATIENCE).close()
    except (OSError, ValueError, OverflowError):
        raise TriviumError(
            f"The Ray cluster cannot be reached: nobody answers at {address}. Is it running, "
            "and is that its host and port?"
        ) from None


def _unreachable(error: Exception) -> TriviumError:
    lines = [line.strip().rstrip(".") for line in str(error).splitlines() if line.strip()]
    problem = lines[-1] if "Traceback" in str(error) else " ".join(lines)
    return TriviumError(
        f"The Ray cluster cannot be reached: {problem}. If it wants a token, set "
        "RAY_AUTH_MODE=token and RAY_AUTH_TOKEN to its own."
    )


def _do(function: Callable[[Any], Any], task: object) -> object:
    return function(task)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise TriviumError(
            "Ray is not installed; pip install 'trivium[cluster]' brings it."
        ) from None
    return ray
