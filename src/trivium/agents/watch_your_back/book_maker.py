"""Makes the opening book of Watch Your Back! by search.

``python -m trivium.agents.watch_your_back.book_maker`` writes the file anew. The book holds
White's first placement and its second after any reply, Black's reply to any first placement,
and Black's second if White began as the book does.
"""

from __future__ import annotations

import sys

from trivium.agents.watch_your_back.book import BOOK, Board, mirrored, write_line
from trivium.agents.watch_your_back.searching import FILE
from trivium.agents.weight_files import read_shipped
from trivium.games.watch_your_back.evaluation import EVALUATION, weighed
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.search.engine import Searcher
from trivium.search.limits import Limit

_NODES = 1_000_000
"""For each position; about nine placements deep."""

_HEADER = f"""\
# Opening book of Watch Your Back!: White's pieces / Black's pieces: placement that follows.
# Each line also holds mirrored left to right. Made by
#     python -m trivium.agents.watch_your_back.book_maker
# with the weights of watch-your-back.toml, {_NODES:,} nodes of search a line; no random choices.
"""


def board_of(position: WatchYourBack) -> Board:
    """Return the board as a book has it."""
    white, black = position.kernel.sides
    return int(white), int(black)


def best_placement(position: WatchYourBack) -> int:
    """Return what deep search would place."""
    searcher = Searcher(weighed(read_shipped(FILE, EVALUATION)), megabytes=64)
    report = searcher.search(position.kernel, position.colours, Limit(nodes=_NODES))
    return report.line[0]


def lines_of(position: WatchYourBack) -> list[WatchYourBack]:
    """Return the positions after each legal move, one of each pair of mirror images."""
    found: dict[Board, WatchYourBack] = {}
    for move in position.legal_moves:
        after = position.copy()
        after.push(move)
        white, black = board_of(after)
        if (mirrored(white), mirrored(black)) not in found:
            found[white, black] = after
    return list(found.values())


def make_book() -> dict[Board, int]:
    """Return the replies of the book."""
    replies: dict[Board, int] = {}

    def reply(position: WatchYourBack) -> WatchYourBack:
        square = replies[board_of(position)] = best_placement(position)
        print(write_line(board_of(position), square), file=sys.stderr, flush=True)
        after = position.copy()
        after.push(after.move(square))
        return after

    opened = reply(WatchYourBack())
    for first in lines_of(WatchYourBack()):
        answered = reply(first)
        white, _ = board_of(first)
        if board_of(opened) in ((white, 0), (mirrored(white), 0)):
            for second in lines_of(answered):
                reply(second)
    for answer in lines_of(opened):
        if board_of(answer) not in replies:
            reply(answer)
    return replies


if __name__ == "__main__":
    lines = [write_line(board, square) for board, square in make_book().items()]
    BOOK.write_text(_HEADER + "".join(f"{line}\n" for line in lines), encoding="utf-8")
