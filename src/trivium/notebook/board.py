"""An interactive board in Jupyter: click to move, take back, look at best moves and values.

It is drawn by the same code as the page's boards. Where scripts may not run, the notebook shows
the picture of the position instead.
"""

from __future__ import annotations

import inspect
from importlib import resources
from typing import Any

from trivium.agents.agent import Agent, Forfeit
from trivium.agents.experts import expert_of
from trivium.arena.players import make_companion
from trivium.envs.exact import Teacher
from trivium.errors import TriviumError
from trivium.extras import brought_by
from trivium.games.catalogue import find_game
from trivium.games.position import Position
from trivium.notebook.bundle import bundled, style
from trivium.search.limits import Limit
from trivium.web.describe.boards import board
from trivium.web.describe.positions import describe

with brought_by("trivium[notebook]"):
    import anywidget
    import traitlets

_STYLES = ("fences", "rhombus", "squares", "plain")
_LAYERS = ("best", "values")
_RANKS = ("first", "second", "third")
_OWN_STYLE = """
.trivium { max-width: 34rem; font: 14px/1.4 sans-serif; color: var(--ink); padding: 8px;
  background: var(--surface); border-radius: 8px; }
.trivium .stage svg { width: 100%; max-height: 30rem; }
.trivium .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-top: 6px; }
.trivium input[type=range] { flex: 1; }
.trivium button { padding: 2px 10px; }
"""


def _script() -> str:
    own = (resources.files("trivium.notebook") / "widget.js").read_text(encoding="utf-8")
    return bundled("dom.js", *(f"boards/{name}.js" for name in _STYLES)) + "\n" + own


class Board(anywidget.AnyWidget):  # type: ignore[misc]  # it is typed by nobody
    """A board in a notebook.

    >>> board = Board("hexifence", "2", values=True)  # doctest: +SKIP
    >>> board.position.moves  # what was clicked       # doctest: +SKIP
    """

    _esm = _script()
    sheet = traitlets.Unicode(style("base.css", "board.css") + _OWN_STYLE).tag(sync=True)
    plan = traitlets.Dict().tag(sync=True)
    scene = traitlets.Dict().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    layers = traitlets.List(traitlets.Unicode()).tag(sync=True)
    ply = traitlets.Int().tag(sync=True)
    plies = traitlets.Int().tag(sync=True)
    busy = traitlets.Bool().tag(sync=True)

    def __init__(
        self,
        game: str | Position,
        size: str | None = None,
        *,
        agents: tuple[str, str] | str = "champion",
        seconds: float = 0.3,
        best: bool = False,
        values: bool = False,
    ) -> None:
        """Show a game by its name, or a position with its moves.

        `agents` are who plays for the two sides when asked to, each with so many seconds for a
        move. `best` and `values` switch the layers on.
        """
        position = game.copy() if isinstance(game, Position) else find_game(game).start(size)
        self._line = list(position.moves)
        self._position = position
        names = (agents, agents) if isinstance(agents, str) else agents
        self._agents: list[Agent] = [make_companion(name, position.game) for name in names]
        self._analyst = make_companion("champion", position.game)
        self._limit = Limit(seconds=seconds)
        self._teacher = Teacher(Limit(nodes=20_000, seconds=2.0))
        plan = board(position.game, position.size).model_dump(mode="json")
        on = [name for name, wanted in zip(_LAYERS, (best, values), strict=True) if wanted]
        super().__init__(plan=plan, layers=on)
        self.on_msg(self._heard)
        self._show()

    @property
    def position(self) -> Position:
        """A copy of the position that is shown, with its moves."""
        return self._position.copy()

    def push(self, move: str | int) -> None:
        """Make a move, by its text or number; what came after it before is forgotten."""
        position = self._position
        made = position.push(position.move(move) if isinstance(move, int) else move)
        self._line = [*self._line[: len(position.moves) - 1], made]
        self._show()

    def pop(self) -> None:
        """Take the last move back."""
        self._position.pop()
        self._line = list(self._position.moves)
        self._show()

    def go(self, ply: int) -> None:
        """Show the position after so many moves of the game."""
        position = self._position.origin()
        for move in self._line[: max(0, ply)]:
            position.push(move)
        self._position = position
        self._show()

    def agent_moves(self) -> bool:
        """Let the agent of the side to move make its move; return whether it made one."""
        if self._position.is_over:
            return False
        agent = self._agents[self._position.mover]
        try:
            agent.prepare(self._position)
            self.push(agent.choose(self._position.copy(), self._limit).move.code)
        except Forfeit as fault:
            self.status = f"{agent.name} has failed: {fault}"
            return False
        return True

    def watch(self, moves: int | None = None) -> None:
        """Let the two agents play on, to the end or for so many moves; blocks until then."""
        made = 0
        self.busy = True
        try:
            while (moves is None or made < moves) and self.agent_moves():
                made += 1
        finally:
            self.busy = False

    def show_layer(self, name: str, on: bool = True) -> None:
        """Switch a layer on or off: ``best`` moves, exact ``values``."""
        if name not in _LAYERS:
            raise TriviumError(f"There is no layer '{name}'; there are {' and '.join(_LAYERS)}.")
        rest = [other for other in self.layers if other != name]
        self.layers = [*rest, name] if on else rest
        self._show()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, and the picture for where scripts may not run."""
        bundle = super()._repr_mimebundle_(**options)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data["image/svg+xml"] = self._position.svg()
            data["text/plain"] = repr(self._position)
        return bundle

    def _heard(self, _: object, wish: dict[str, Any], buffers: object = None) -> None:
        """Do what was clicked, and say so; what is not possible is told below the board."""
        done = False
        try:
            match wish:
                case {"do": "move", "code": int(code)}:
                    self.push(code)
                case {"do": "back"}:
                    self.pop()
                case {"do": "go", "ply": int(ply)}:
                    self.go(ply)
                case {"do": "agent"}:
                    if not self.agent_moves():
                        return
                case {"do": "layer", "name": str(name), "on": bool(on)}:
                    self.show_layer(name, on)
            done = True
        except (TriviumError, KeyError) as error:
            self.status = str(error)
        finally:
            self.send({"done": done})

    def _show(self) -> None:
        shown = describe(self._position).model_dump(mode="json")
        # All at once, so that the board is drawn once.
        with self.hold_sync():
            self.status = self._position.status()
            self.plies, self.ply = len(self._line), len(self._position.moves)
            self.scene = {"position": shown, "legal": shown["legal"], "marks": self._marks(shown)}

    def _marks(self, shown: dict[str, Any]) -> list[dict[str, Any]]:
        marks: list[dict[str, Any]] = []
        if self._position.is_over:
            return marks
        moves = {move["code"]: move for move in shown["legal"] if move["place"] is not None}
        if "best" in self.layers:
            self._analyst.prepare(self._position)
            reports = self._analyst.analyse(self._position.copy(), self._limit, len(_RANKS))
            for rank, report in zip(_RANKS, reports, strict=False):
                if move := moves.get(report.line[0]):
                    marks.append(_best_mark(move, rank))
        if "values" in self.layers:
            marks += self._value_marks(moves)  # above the others, or their numbers were hidden
        return marks

    def _value_marks(self, moves: dict[int, Any]) -> list[dict[str, Any]]:
        if not expert_of(self._position.game).within_reach(self._position):
            return []
        try:
            values = self._teacher.move_values(self._position.copy())
        except TriviumError:
            return []
        best = max(values[code] for code in moves) if moves else 0
        return [
            {
                "kind": "value",
                "at": [move["place"]],
                "text": f"{values[code]:+.0f}".replace("-", "−") if values[code] else "0",
                "tone": "good" if values[code] == best else "bad" if values[code] < 0 else "",
            }
            for code, move in moves.items()
        ]


def _best_mark(move: dict[str, Any], rank: str) -> dict[str, Any]:
    if move["origin"] is None:
        return {"kind": "best", "at": [move["place"]], "tone": rank}
    return {"kind": "arrow", "at": [move["origin"], move["place"]], "tone": rank}


def _signature() -> inspect.Signature:
    """Return what a board is made of; traitlets would say that it takes anything."""
    made_of = inspect.signature(Board.__init__)
    _, *parameters = made_of.parameters.values()
    return made_of.replace(parameters=parameters)


Board.__signature__ = _signature()
