"""The agents of the games in progress: few keep their memory, all can be made again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from trivium.agents.agent import Agent


class AgentPool:
    """Keeps agents between their moves, the last used ones only.

    An agent is lent to one thread at a time: whoever takes one out puts it back.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Agent] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: Hashable) -> Agent | None:
        """Return the agent that was put back under a key, if it is still there."""
        with self._lock:
            return self._kept.pop(key, None)

    def put_back(self, key: Hashable, agent: Agent) -> None:
        """Keep an agent for later; the one that was used longest ago may have to go."""
        with self._lock:
            self._kept[key] = agent
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
