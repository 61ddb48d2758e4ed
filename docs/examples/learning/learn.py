"""An agent that learns Hexifence 2 from nothing, by playing itself, in minutes on two cores.

    pip install 'trivium[rl]' torch matplotlib
    python docs/examples/learning/learn.py --to learned.npz --curve regret.svg

It is Q(λ)-learning with a small network of PyTorch's. For every edge the network guesses the
margin of the cells still to come, if it is claimed. 256 games are played at once, each from a
random opening; afterwards every guess is corrected by what came of the move, as far as the game
went on as the network thought best, and by its own guess from there. Every position is seen turned
and mirrored. Nothing but the rules is told to it: exact values only measure, through
`trivium.envs.regret`, how far it is from perfect play.
"""

from __future__ import annotations

import argparse
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
LENGTH = 30
"""Every game of Hexifence 2 has so many moves: one for each edge."""
WIDTH = 256
BATCH = 256
LONGEST_OPENING = 20
PASSES = 1
"""How often every move of a round is learned from."""
LAMBDA = 0.95
CHECKS = 25
Arrays = NDArray[Any]


class Measured(NamedTuple):
    """How far learning is."""

    seconds: float
    """Of CPU time."""
    rounds: int
    regret: envs.Regret


def network(inputs: int, actions: int) -> nn.Sequential:
    """Return a network that has learned nothing."""
    sizes = [inputs, WIDTH, WIDTH]
    hidden = [layer for a, b in itertools.pairwise(sizes) for layer in (nn.Linear(a, b), nn.ReLU())]
    return nn.Sequential(*hidden, nn.Linear(WIDTH, actions))


class Round(NamedTuple):
    """A game on every board: a row for each move, a column for each board."""

    observations: Arrays
    actions: Arrays
    targets: Arrays
    """What the guess about each move should have been."""


def learn(rounds: int, seed: int = 0) -> tuple[nn.Sequential, list[Measured]]:
    """Return the network after so many rounds of games, and how its regret fell."""
    torch.manual_seed(seed)
    dice = np.random.default_rng(seed)
    boards = envs.Boards("hexifence", "2", GAMES, seed=seed, rewards="margin")
    encoding = boards.encoding
    symmetries = encoding.symmetries()
    model = network(int(np.prod(encoding.shape)), encoding.actions)
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, rounds, 2e-5)
    curve: list[Measured] = []
    began = time.process_time()
    for number in range(rounds):
        if number % max(1, rounds // CHECKS) == 0:
            curve.append(measured(model, time.process_time() - began, number))
        played = play(boards, model, dice, chance=0.15 - 0.1 * number / rounds)
        for _ in range(PASSES):
            improve(model, optimiser, played, symmetries[dice.integers(len(symmetries))], dice)
        schedule.step()
    curve.append(measured(model, time.process_time() - began, rounds))
    return model, curve


def play(boards: envs.Boards, model: nn.Module, dice: np.random.Generator, chance: float) -> Round:
    """Play a game on every board, each move the best by the network or by chance any."""
    seen, made, gains, signs, trusted, guesses = ([] for _ in range(6))
    openings = dice.integers(LONGEST_OPENING, size=GAMES)
    for move in range(LENGTH):
        before, movers = boards.observations.copy(), boards.movers.copy()
        found = guessed(model, before, boards.masks)
        by_chance = (dice.random(GAMES) < chance) | (move < openings)
        actions = np.where(by_chance, boards.random_actions(), found.argmax(axis=1))
        trusted.append(found.max(axis=1) == found[np.arange(GAMES), actions])
        guesses.append(found.max(axis=1))
        boards.step(actions)
        seen.append(before)
        made.append(actions)
        gains.append(boards.rewards[np.arange(GAMES), movers].copy())
        signs.append(np.where(boards.movers == movers, 1.0, -1.0) * ~boards.terminated)
    targets = np.zeros((LENGTH, GAMES), np.float32)
    then = np.zeros(GAMES)
    for move in reversed(range(LENGTH)):
        targets[move] = gains[move] + signs[move] * then
        # What comes of the game counts as far as it was played well, else the guess does.
        then = np.where(
            trusted[move], LAMBDA * targets[move] + (1 - LAMBDA) * guesses[move], guesses[move]
        )
    return Round(np.stack(seen), np.stack(made), targets)


def improve(
    model: nn.Module,
    optimiser: torch.optim.Optimizer,
    played: Round,
    symmetry: envs.encoding.ArraySymmetry,
    dice: np.random.Generator,
) -> None:
    """Correct the guesses about all moves of a round, seen through a symmetry of the board."""
    observations = played.observations.reshape(-1, *played.observations.shape[2:])
    inputs = flat(symmetry.of_observation(observations))
    actions = torch.from_numpy(symmetry.actions[played.actions.ravel()])
    targets = torch.from_numpy(played.targets.ravel())
    for rows in torch.from_numpy(dice.permutation(len(targets))).split(BATCH):
        guess = model(inputs[rows]).gather(1, actions[rows, None])[:, 0]
        loss = nn.functional.smooth_l1_loss(guess, targets[rows])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def flat(observations: Arrays) -> torch.Tensor:
    """Return observations as rows for the network."""
    return torch.from_numpy(observations).flatten(1)


def guessed(model: nn.Module, observations: Arrays, masks: Arrays) -> Arrays:
    """Return the guesses about every action, none about those that are not legal."""
    with torch.no_grad():
        return np.where(masks, model(flat(observations)).numpy(), -np.inf)


def measured(model: nn.Module, seconds: float, rounds: int) -> Measured:
    """Return the regret of the network without chance, and tell it."""
    found = envs.regret(
        lambda observations, masks: guessed(model, observations, masks),
        "hexifence",
        "2",
        games=100,
        seed=1,
    )
    print(f"{seconds:5.0f} s, round {rounds:5}: {found}", flush=True)
    return Measured(seconds, rounds, found)


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
    parser.add_argument("--rounds", type=int, default=1_500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--to", type=Path, default=Path("learned.npz"))
    parser.add_argument("--curve", type=Path, help="draw the regret curve to this file")
    given = parser.parse_args()
    model, curve = learn(given.rounds, given.seed)
    save(model, given.to)
    if given.curve:
        draw(curve, given.curve)


if __name__ == "__main__":
    main()
