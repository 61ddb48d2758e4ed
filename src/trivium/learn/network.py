"""A small network beside the sum, trained with PyTorch: ``trivium learn fit --hidden 4``.

Each *hidden unit* is a sum like the evaluation's own, with weights of its own. What it adds to
the value has one slope where it is positive and another where it is negative. Playing needs no
PyTorch: the weights are whole numbers in the same file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from trivium.errors import TriviumError
from trivium.learn.datasets import Dataset, Floats
from trivium.learn.descent import Descent, Epoch

_SMALL = 0.05
"""The usual size of hidden weights at the beginning."""
_DECAY = 0.1
"""How strongly weights that are not needed are pulled towards 0."""
_LEAST_SEEN = 30
"""Columns seen in fewer samples get no hidden weights."""


@dataclass(frozen=True)
class Network:
    """What was learned, in the order of the evaluation's columns."""

    vector: Floats
    """The weights of the sum."""
    hidden: Floats
    """The weights of the hidden units, one column a unit."""
    bends: dict[str, float]
    """Bias and slopes of each unit, by the names that files have for them."""

    def sums(self, data: Dataset) -> Floats:
        """Return what the network makes of each sample."""
        total = data.sums(self.vector)
        for unit in range(self.hidden.shape[1]):
            bias, up, down = (self.bends[f"{name}_{unit + 1}"] for name in ("bias", "up", "down"))
            found = data.sums(self.hidden[:, unit]) + bias
            total = total + np.where(found > 0, up, -down) * found
        return total


def fit_network(
    columns: int,
    training: Dataset,
    held_out: Dataset,
    targets: tuple[Floats, Floats],
    units: int,
    options: Descent,
    listener: Callable[[Epoch], None],
) -> Network:
    """Return the network with the least loss on what is held out."""
    torch = _torch()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    known = _seen(training, columns) >= _LEAST_SEEN
    net = _network(torch, columns, units)
    adam = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=_DECAY)
    loss = torch.nn.BCEWithLogitsLoss()
    parts = [
        (torch.tensor(_indices(data, columns, known)), torch.tensor(wanted, dtype=torch.float32))
        for data, wanted in zip((training, held_out), targets, strict=True)
    ]
    (seen, wanted), (unseen, unseen_wanted) = parts
    best: dict[str, Any] = {}
    least, waited = np.inf, 0
    for number in range(1, options.epochs + 1):
        total = 0.0
        for rows in torch.randperm(len(seen)).split(options.batch):
            error = loss(net(seen[rows]), wanted[rows])
            adam.zero_grad()
            error.backward()
            adam.step()
            total += float(error.detach()) * len(rows)
        with torch.no_grad():
            now = float(loss(net(unseen), unseen_wanted))
        listener(Epoch(number, total / len(seen), now))
        waited = 0 if now < least else waited + 1
        if now < least:
            least = now
            best = {name: array.numpy().copy() for name, array in net.state_dict().items()}
        if waited >= options.patience:
            break
    return Network(
        best["sum.weight"][:columns, 0].astype(np.float64),
        best["hidden.weight"][:columns].astype(np.float64) * known[:, None],
        {
            f"{name}_{unit + 1}": float(best[name][unit])
            for unit in range(units)
            for name in ("bias", "up", "down")
        },
    )


def _network(torch: Any, nothing: int, units: int) -> Any:
    """Return the untrained network over bags of columns; `nothing` fills them up."""

    class Module(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            bag = torch.nn.EmbeddingBag
            self.sum = bag(nothing + 1, 1, mode="sum", padding_idx=nothing)
            self.hidden = bag(nothing + 1, units, mode="sum", padding_idx=nothing)
            self.bias = torch.nn.Parameter(torch.zeros(units))
            self.up = torch.nn.Parameter(torch.randn(units) * _SMALL)
            self.down = torch.nn.Parameter(torch.randn(units) * _SMALL)
            torch.nn.init.zeros_(self.sum.weight)
            torch.nn.init.normal_(self.hidden.weight, std=_SMALL)

        def forward(self, columns: Any) -> Any:
            units = self.hidden(columns) + self.bias
            bent = self.up * torch.relu(units) + self.down * torch.relu(-units)
            return self.sum(columns).squeeze(1) + bent.sum(axis=1)

    return Module()


def _indices(data: Dataset, nothing: int, known: Any) -> Any:
    """Return the columns that count, those that are rare or do not count as `nothing`."""
    columns = data.columns.astype(np.int64)
    return np.where((data.numbers != 0) & known[columns], columns, nothing)


def _seen(data: Dataset, count: int) -> Any:
    return np.bincount(data.columns.ravel(), data.numbers.ravel() != 0, count)


def _torch() -> Any:
    try:
        import torch
    except ImportError:
        raise TriviumError(
            "PyTorch is not installed; pip install 'trivium[learn]' brings it."
        ) from None
    return torch
