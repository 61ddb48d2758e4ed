"""An agent that learns Hexifence 2 from nothing, by playing itself, in minutes on two cores.

    pip install 'trivium[rl]' torch matplotlib
    python docs/examples/learning/learn.py --to learned.npz --curve regret.svg

It is Q-learning with a small network of PyTorch's. For every edge the network guesses the margin of
the cells still to come, if it is claimed; it is corrected by its own guess one move later, from
the point of view of whoever moves then. 256 games are played at once, and every position is seen
turned and mirrored. Nothing but the rules is told to it: exact values only measure, through
`trivium.envs.regret`, how far it is from perfect play.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from trivium import envs

GAMES = 256
WIDTH = 256
MEMORY = 400_000
BATCH = 1024
FOLLOWING = 0.01
"""How far the network that corrects follows the one that is corrected, with each step."""
FIRST = 80
"""Random moves in each game before learning begins."""
CHECKS = 25
Arrays = NDArray[Any]


class Measured(NamedTuple):
    """How far learning is."""

    seconds: float
    """Of CPU time."""
    moves: int
    regret: envs.Regret


def network(inputs: int, actions: int) -> nn.Sequential:
    """Return a network that has learned nothing."""
    sizes = [inputs, WIDTH, WIDTH]
    hidden = [layer for a, b in itertools.pairwise(sizes) for layer in (nn.Linear(a, b), nn.ReLU())]
    return nn.Sequential(*hidden, nn.Linear(WIDTH, actions))


class Memory:
    """The last moves of all games: what was seen, done and gained, and what was seen then."""

    def __init__(self, shape: tuple[int, ...], actions: int) -> None:
        self.before = np.zeros((MEMORY, *shape), np.float32)
        self.after = np.zeros((MEMORY, *shape), np.float32)
        self.masks = np.zeros((MEMORY, actions), np.bool_)
        self.action = np.zeros(MEMORY, np.int64)
        self.gain = np.zeros(MEMORY, np.float32)
        self.sign = np.zeros(MEMORY, np.float32)
        """1 if the same player moves again, -1 if the other one does, 0 if the game is over."""
        self.seen = 0

    def add(self, *columns: Arrays) -> None:
        """Keep a row for each game; the oldest rows go."""
        rows = (self.seen + np.arange(GAMES)) % MEMORY
        for kept, new in zip(self._columns(), columns, strict=True):
            kept[rows] = new
        self.seen += GAMES

    def sample(self, dice: np.random.Generator) -> list[Arrays]:
        """Return some rows at random."""
        rows = dice.integers(min(self.seen, MEMORY), size=BATCH)
        return [column[rows] for column in self._columns()]

    def _columns(self) -> tuple[Arrays, ...]:
        return self.before, self.action, self.gain, self.sign, self.after, self.masks


def learn(steps: int, seed: int = 0) -> tuple[nn.Sequential, list[Measured]]:
    """Return the network after so many corrections, and how its regret fell."""
    torch.manual_seed(seed)
    dice = np.random.default_rng(seed)
    boards = envs.Boards("hexifence", "2", GAMES, seed=seed, rewards="margin")
    encoding = boards.encoding
    symmetries = encoding.symmetries()
    model = network(int(np.prod(encoding.shape)), encoding.actions)
    teacher = copy.deepcopy(model)
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps, 1e-5)
    memory = Memory(encoding.shape, encoding.actions)
    curve: list[Measured] = []
    began = time.process_time()
    for _ in range(FIRST):
        play(boards, model, memory, dice, chance=1.0)
    for step in range(steps):
        if step % (steps // CHECKS) == 0:
            curve.append(measured(model, time.process_time() - began, memory.seen))
        play(boards, model, memory, dice, chance=0.5 - 0.3 * step / steps)
        symmetry = symmetries[dice.integers(len(symmetries))]
        improve(model, teacher, optimiser, memory.sample(dice), symmetry)
        schedule.step()
        follow(teacher, model)
    curve.append(measured(model, time.process_time() - began, memory.seen))
    return model, curve


def play(
    boards: envs.Boards, model: nn.Module, memory: Memory, dice: np.random.Generator, chance: float
) -> None:
    """Make a move in every game: the best by the network, or by chance any."""
    before, movers = boards.observations.copy(), boards.movers.copy()
    actions = np.where(
        dice.random(GAMES) < chance, boards.random_actions(), best(model, before, boards.masks)
    )
    boards.step(actions)
    gain = boards.rewards[np.arange(GAMES), movers]
    sign = np.where(boards.movers == movers, 1.0, -1.0) * ~boards.terminated
    memory.add(before, actions, gain, sign, boards.observations, boards.masks)


def improve(
    model: nn.Module,
    teacher: nn.Module,
    optimiser: torch.optim.Optimizer,
    rows: list[Arrays],
    symmetry: envs.encoding.ArraySymmetry,
) -> None:
    """Correct the guesses about some moves, seen through a symmetry of the board."""
    before, action, gain, sign, after, masks = rows
    with torch.no_grad():
        chosen = torch.from_numpy(best(model, after, masks))
        then = teacher(flat(after)).gather(1, chosen[:, None])[:, 0]
        target = torch.from_numpy(gain) + torch.from_numpy(sign) * then
    turned = torch.from_numpy(symmetry.actions[action])
    guess = model(flat(symmetry.of_observation(before))).gather(1, turned[:, None])[:, 0]
    loss = nn.functional.smooth_l1_loss(guess, target)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


def follow(teacher: nn.Module, model: nn.Module) -> None:
    """Move the numbers of a network a little towards those of another."""
    with torch.no_grad():
        for slow, fast in zip(teacher.parameters(), model.parameters(), strict=True):
            slow.lerp_(fast, FOLLOWING)


def flat(observations: Arrays) -> torch.Tensor:
    """Return observations as rows for the network."""
    return torch.from_numpy(observations).flatten(1)


def best(model: nn.Module, observations: Arrays, masks: Arrays) -> Arrays:
    """Return the legal action with the highest guess, for each board."""
    with torch.no_grad():
        guesses = model(flat(observations)).numpy()
    found: Arrays = np.where(masks, guesses, -np.inf).argmax(axis=1)
    return found


def measured(model: nn.Module, seconds: float, moves: int) -> Measured:
    """Return the regret of the network without chance, and tell it."""
    found = envs.regret(
        lambda observations, masks: best(model, observations, masks),
        "hexifence",
        "2",
        games=100,
        seed=1,
    )
    print(f"{seconds:5.0f} s, {moves:9,} moves: {found}", flush=True)
    return Measured(seconds, moves, found)


def draw(curve: list[Measured], path: Path) -> None:
    """Draw the regret curve beside agents that everybody knows."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.plot(
        [row.seconds for row in curve],
        [row.regret.per_game for row in curve],
        "o-",
        label="learned",
    )
    for name, style in (("random", ":"), ("level1", "--"), ("level3", "-.")):
        known = envs.regret(name, "hexifence", "2", games=100, seed=1).per_game
        axes.axhline(known, linestyle=style, color="grey")
        axes.annotate(name, (curve[-1].seconds, known), ha="right", va="bottom", color="grey")
    axes.set(xlabel="seconds of CPU time", ylabel="cells given away in a game", ylim=(0, None))
    axes.set_title("Hexifence 2: distance from perfect play")
    axes.legend(loc="upper center")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def save(model: nn.Sequential, path: Path) -> None:
    """Write the numbers of the network, for an agent that needs no PyTorch."""
    layers = [layer for layer in model if isinstance(layer, nn.Linear)]
    numbers = {}
    for number, layer in enumerate(layers):
        numbers[f"weight{number}"] = layer.weight.detach().numpy()
        numbers[f"bias{number}"] = layer.bias.detach().numpy()
    np.savez_compressed(path, allow_pickle=False, **numbers)


def main() -> None:
    """Learn, save, draw."""
    parser = argparse.ArgumentParser(description="Learn Hexifence 2 from nothing.")
    parser.add_argument("--steps", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--to", type=Path, default=Path("learned.npz"))
    parser.add_argument("--curve", type=Path, help="draw the regret curve to this file")
    given = parser.parse_args()
    model, curve = learn(given.steps, given.seed)
    save(model, given.to)
    if given.curve:
        draw(curve, given.curve)


if __name__ == "__main__":
    main()
