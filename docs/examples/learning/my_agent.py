"""Plays with what `learn.py` has learned, as a program of the text protocol.

    trivium match hexifence "gtp:python docs/examples/learning/my_agent.py learned.npz" level3 \
        --size 2 --games 40 --a-name my-agent

It needs nothing but Trivium.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from trivium.agents.agent import Agent, Choice
from trivium.bridges.gtp import Engine, serve
from trivium.envs import Encoding
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit


@dataclass
class MyAgent(Agent):
    """Claims the edge that the network likes best."""

    name = "my-agent"

    def __post_init__(self) -> None:
        super().__post_init__()
        with np.load(sys.argv[1]) as file:
            count = len(file.files) // 2
            self.layers = [(file[f"weight{n}"], file[f"bias{n}"]) for n in range(count)]
        self.encoding = Encoding("hexifence", "2")

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        """Return the legal move with the highest guess."""
        numbers = self.encoding.observe(position).ravel()
        for weight, bias in self.layers[:-1]:
            numbers = np.maximum(weight @ numbers + bias, 0)
        weight, bias = self.layers[-1]
        guesses = np.where(self.encoding.mask(position), weight @ numbers + bias, -np.inf)
        return Choice(self.encoding.move(int(guesses.argmax())), "learned")


if __name__ == "__main__":
    serve(Engine("hexifence", "2", MyAgent, seconds=1.0), sys.stdin, sys.stdout)
