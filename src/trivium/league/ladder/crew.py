"""The crew of a server: processes that play its leagues, and are replaced when they die."""

from __future__ import annotations

import logging
import os
import threading
import time
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

from trivium.arena.bulk import end_with_parent
from trivium.arena.database.storage import Database
from trivium.errors import TriviumError
from trivium.league.ladder.worker import Worker

_log = logging.getLogger("trivium.league")

_LOOK = 0.5
_PAUSE = 5.0
"""Seconds after which a process that died is replaced."""
_BEHIND_THE_PAGE = 5
"""How much games stand back: whoever watches does not wait for them."""


def work(address: str | None, name: str) -> None:
    """Play a league in this process, and end with the process that has started it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the business of the parent
    os.nice(_BEHIND_THE_PAGE)
    threading.Thread(target=end_with_parent, daemon=True).start()
    while True:
        try:
            Worker(Database(address), name).run()
        except TriviumError as error:  # the database is away for a moment, say
            _log.warning("a worker of the league '%s' begins anew: %s", name, error)
            time.sleep(_PAUSE)


class Crew:
    """So many processes for each of some leagues."""

    def __init__(self, address: str | None, size: int) -> None:
        self._address = address
        self._size = size
        self._hands: dict[str, list[BaseProcess]] = {}
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._watch: threading.Thread | None = None

    def play(self, name: str) -> None:
        """Play a league from now on."""
        with self._lock:
            if self._closed.is_set() or name in self._hands:
                return
            self._hands[name] = [self._hire(name) for _ in range(self._size)]
            if self._watch is None:
                self._watch = threading.Thread(target=self._replace_the_dead, daemon=True)
                self._watch.start()

    @property
    def leagues(self) -> list[str]:
        """The leagues that are played here."""
        with self._lock:
            return list(self._hands)

    def close(self) -> None:
        """End all processes; what they were playing is played by others, or later."""
        self._closed.set()
        if self._watch is not None:
            self._watch.join()
        with self._lock:
            for hand in (hand for hands in self._hands.values() for hand in hands):
                hand.kill()
                hand.join()

    def _hire(self, name: str) -> BaseProcess:
        context = get_context("spawn")
        process = context.Process(target=work, args=(self._address, name))
        process.start()
        return process

    def _replace_the_dead(self) -> None:
        died: dict[int, float] = {}
        while not self._closed.wait(_LOOK):
            with self._lock:
                for name, hands in self._hands.items():
                    for place, hand in enumerate(hands):
                        if hand.is_alive() or hand.pid is None:
                            continue
                        when = died.setdefault(hand.pid, time.monotonic())
                        if time.monotonic() - when > _PAUSE:
                            _log.warning("a worker of the league '%s' has died", name)
                            hands[place] = self._hire(name)
