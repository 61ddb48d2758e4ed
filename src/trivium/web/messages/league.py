"""Leagues: tables, bots, what owners and tutors see, and what connected bots say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from trivium.web.messages.base import (
    HIGHEST_LEVEL,
    GameName,
    Level,
    Message,
    Name,
    Ping,
    Request,
    Size,
)
from trivium.web.messages.positions import Position

LeagueStage = Literal["open", "frozen", "final", "over"]
LeagueRole = Literal["tutor", "member", "spectator"]


class NewLeague(Request):
    """A league to be made by the one who holds the server's secret."""

    name: Name
    game: GameName
    sizes: list[Size] = Field(default=[], max_length=8)
    clock: Annotated[str, Field(max_length=20)] = "30"
    references: list[Level] = Field(default=[1, 3, 5, 7], max_length=HIGHEST_LEVEL)
    deadline: Annotated[str, Field(max_length=40)] | None = None
    final: Literal["round-robin", "swiss", "knockout"] = "round-robin"
    final_rounds: Annotated[int, Field(ge=1, le=1000, strict=True)] = 1
    open: bool = True


class MadeLeague(Message):
    """A new league, with the token of its tutor, which is told here and never again."""

    name: str
    token: str


class LeagueEntry(Message):
    """A league in the list of all."""

    name: str
    game: str
    title: str
    """What the game is called."""
    sizes: list[str]
    stage: LeagueStage
    deadline: str | None


class LeagueState(LeagueEntry):
    """A league, and who is looking at it."""

    clock: str
    references: list[str]
    provisional: float
    narrow: float
    open: bool
    connected: list[str]
    you: str | None
    role: LeagueRole | None
    plays: bool
    """Whether this server plays it."""
    uploads: str | None
    """Why nothing can be handed in here; None if it can."""


class TableRow(Message):
    """One version of a bot, or a reference opponent, in the table."""

    name: str
    label: str
    version: int
    kind: Literal["upload", "connect", "reference"]
    reference: bool
    here: bool
    benched: bool
    rank: int | None
    elo: float
    error: float | None
    provisional: bool
    games: int
    wins: int
    draws: int
    losses: int
    faults: int
    form: str
    """The last results: W, D, L, and F for a failure."""
    seconds: float
    current: bool


class LeagueTable(Message):
    """The table of a league."""

    at: str
    games: int
    rows: list[TableRow]


class CrossTable(Message):
    """How often the first won, drew and lost against the second."""

    pairs: list[tuple[str, str, int, int, int]]


class FinalRow(Message):
    """One bot in the final."""

    rank: int
    name: str
    marks: dict[str, float]
    """What it is ranked by, such as points, by heading; first what matters most."""
    games: int
    wins: int
    draws: int
    losses: int
    faults: int


class FinalTable(Message):
    """The final on one board."""

    title: str
    played: int
    expected: int | None
    rows: list[FinalRow]


class RunningGame(Message):
    """A game that is being played."""

    key: str
    players: tuple[str, str]
    position: Position


class LeagueGame(Message):
    """A game of a bot."""

    number: int
    players: tuple[str, str]
    winner: str | None
    colour: str
    """The colour of the bot in question."""
    reason: str
    began: str
    seconds: float | None
    final: bool


class RatingPoint(Message):
    """What a rating was after so many games."""

    games: int
    elo: float
    error: float
    at: str


class BotVersion(Message):
    """One version of a bot, as everybody may see it."""

    number: int
    label: str
    kind: Literal["upload", "connect"]
    state: Literal["waiting", "trying", "passed", "failed"]
    submitted: str
    benched: bool
    current: bool
    history: list[RatingPoint]


class BotPage(Message):
    """A bot with its versions and games."""

    name: str
    versions: list[BotVersion]
    games: list[LeagueGame]


class Me(Message):
    """Whose token was shown."""

    name: str
    role: LeagueRole
    league: str
    game: str
    size: str
    """The first of the sizes that are played."""


class OwnVersion(Message):
    """A version as its owner sees it."""

    number: int
    label: str
    kind: Literal["upload", "connect"]
    state: Literal["waiting", "trying", "passed", "failed"]
    submitted: str
    benched: str | None
    report: str


class OwnGame(LeagueGame):
    """A game as the owner of one of the bots sees it."""

    label: str
    why: str
    """The whole reason of a failure."""
    output: str
    """The end of what the bot has written to standard error."""
    remarks: str


class OwnBot(Message):
    """What only the owner of a bot sees."""

    name: str
    league: str
    versions: list[OwnVersion]
    lost: list[OwnGame]
    """Lost games, the worst first."""
    games: list[OwnGame]
    """All games, the newest first."""
    uploads_left: int
    storage_left: float


class MemberEntry(Message):
    """A member as a tutor sees them."""

    name: str
    role: LeagueRole
    revoked: bool
    versions: int
    current: str | None
    state: str
    """What their bot does."""


class AuditEntry(Message):
    """Who did what when."""

    at: str
    who: str
    what: str


class FinalField(Message):
    """Who would be in a final that began now."""

    ready: list[str]
    """Those who take part."""
    benched: list[str]
    """Those who would if they were pardoned."""
    untried: list[str]
    """Those that are waited for."""


class TutorDesk(Message):
    """What a tutor sees."""

    members: list[MemberEntry]
    waiting: int
    """Versions that wait for their trial."""
    queue: int
    """Games that are drawn and not played."""
    workers: list[str]
    limits: dict[str, str]
    field: FinalField
    log: list[AuditEntry]


class AddMembers(Request):
    """Names, one a line, with a role behind a comma or without."""

    text: Annotated[str, Field(max_length=200_000)]


class Thaw(Request):
    """Bots come in again, or for longer."""

    deadline: Annotated[str, Field(max_length=40)] | None = None
    """Until when, in UTC if it does not say; without it there is no deadline."""


class MemberRequest(Request):
    """Somebody by name."""

    name: Name


class VersionRequest(Request):
    """A version by its label."""

    label: Annotated[str, Field(max_length=80)]
    reason: Annotated[str, Field(max_length=200)] = "by the tutor"


class NewToken(Message):
    """A token, which is told here and never again."""

    name: str
    role: str
    token: str


class BotHello(Request):
    """The first message of a connected bot."""

    type: Literal["hello"]
    protocol: Literal[1]
    token: Annotated[str, Field(max_length=100)]
    agent: Annotated[str, Field(min_length=1, max_length=100)]
    """What it is, and in which version: if this changes, it is a new version in the table."""


class BotReady(Request):
    """The bot is ready for a game."""

    type: Literal["ready"]
    id: Annotated[str, Field(max_length=40)]


class BotMove(Request):
    """The bot's move, or ``resign``."""

    type: Literal["move"]
    id: Annotated[str, Field(max_length=40)]
    ply: Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
    move: Annotated[str, Field(max_length=40)]


BotMessage = Annotated[BotHello | BotReady | BotMove | Ping, Field(discriminator="type")]
