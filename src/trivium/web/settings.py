"""What the server allows, and to whom: one small value that everything else is given."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

DEFAULT_PORT = 8642


@dataclass(frozen=True)
class ServerSettings:
    """The limits of a server; the defaults suit one person or a class of students."""

    database: str | None = None
    """Path or URL of the arena's database; None for the user's own."""
    proxies: tuple[str, ...] = ()
    """Addresses of servers in front of this one, which are believed whom they speak for."""
    hosts: tuple[str, ...] = ()
    """Names under which the server may be addressed, besides localhost and IP addresses."""
    embedders: tuple[str, ...] = ()
    """Sites that may show boards and games in a frame, such as https://club.example; * is any."""
    reachable: bool = False
    """Whether others than this machine can reach it."""

    leagues: tuple[str, ...] = ()
    """Leagues that this server plays, besides those that were made on its page."""
    league_workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 1) - 1))
    """Processes that play each of them."""

    compile_ahead: bool = False
    """Whether a process beside the server compiles what has not been compiled yet."""
    searches: int = field(default_factory=lambda: max(1, os.cpu_count() or 1))
    """Searches that run at the same time."""
    queue: int = 1000
    """Searches that may wait for their turn; more are refused."""
    agents: int = 16
    """Agents that keep their memory between moves; others begin each move afresh."""
    agent_memory_seconds: float = 300.0
    """How long they keep it at most."""
    studies: int = 3
    """Analyses and reviews that keep their memory while others have their turn."""
    agent_seconds: float = 30.0
    """The most that an agent gets for a move."""
    analysis_seconds: float = 60.0
    """The most that an analysis of one position gets."""
    review_seconds: float = 5.0
    """The most that a review gets for each position."""

    waiting: int = 1000
    """Connections that the server waits for; where there are more, the one that has been waited
    for the longest is ended."""
    head_seconds: float = 20.0
    """How long it waits for the first request of a connection."""
    body_seconds: float = 120.0
    """How long for the rest of a request that has begun."""
    read_seconds: float = 60.0
    """How long until some of a long answer is read."""
    idle_seconds: float = 65.0
    """How long for the next request."""
    request_bytes: int = 2_500_000
    upload_bytes: int = 10_000_000
    """The largest archive that is handed in to a league."""
    message_bytes: int = 1_000_000
    """The longest WebSocket message."""
    requests_a_second: float = 100.0
    """Of one address, in the long run."""
    request_burst: int = 400
    games_a_minute: float = 30.0
    """New games of one address, in the long run."""
    game_burst: int = 100
    player_places: int = 500
    """Open WebSockets of those who hold a seat in the game that they see."""
    player_places_each: int = 200
    """Of these, for one address, however many are free."""
    guest_places: int = 500
    """Open WebSockets of all others, who watch or analyse."""
    guest_places_each: int = 100
    messages_a_second: float = 20.0
    """On one WebSocket, in the long run."""
    message_burst: int = 100

    challenges: int = 200
    """Open challenges to whoever likes, of one connection each."""
    challenges_each: int = 20
    """Of one address."""
    phrases_a_minute: float = 20.0
    """That a player may say to the other, in the long run."""
    phrase_burst: int = 5

    games_in_memory: int = 500
    keep_days: int = 90
    """Games that nobody has touched for so long are forgotten, unless they were finished."""
