"""``trivium serve``: the page in the browser."""

from __future__ import annotations

import ipaddress
import re
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from trivium.cli.arena import DatabaseOption
from trivium.errors import TriviumError

_SITE = re.compile(r"https?://[a-z0-9.-]+(:[0-9]+)?", re.IGNORECASE)
"""A site as browsers name it: without a path."""

PortOption = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="Port to listen on; by default 8642 or the next free."),
]


def serve(
    port: PortOption = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    database: DatabaseOption = None,
    agents: Annotated[
        Path | None,
        typer.Option(help="A file that lists agents of your own by name, to be played against."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name under which others reach this machine; may be repeated."),
    ] = None,
    league: Annotated[
        list[str] | None, typer.Option(help="A league to play; may be repeated.")
    ] = None,
    league_workers: Annotated[
        int | None,
        typer.Option(
            min=0, max=256, help="Processes that play a league; by default one a core but one."
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address of a web server in front, which is believed whom it speaks for; may "
            "be repeated."
        ),
    ] = None,
    embed: Annotated[
        list[str] | None,
        typer.Option(
            help="A site that may show boards and games in a frame, such as https://club.example; "
            "* is any. May be repeated."
        ),
    ] = None,
    compile_ahead: Annotated[
        bool,
        typer.Option(
            "--compile/--no-compile",
            help="Compile beside the server what has not been compiled yet.",
        ),
    ] = True,
    searches: Annotated[
        int | None, typer.Option(min=1, max=256, help="Searches at a time; by default one a core.")
    ] = None,
    agent_seconds: Annotated[
        float | None,
        typer.Option(min=0.01, max=600, help="Most seconds for an agent's move; 30 by default."),
    ] = None,
    analysis_seconds: Annotated[
        float | None,
        typer.Option(min=0.1, max=600, help="Most seconds for an analysis; 60 by default."),
    ] = None,
) -> None:
    """Play, watch and analyse in the browser; Ctrl-C ends the server."""
    from trivium.web.places import is_here
    from trivium.web.server import serve as serve_page
    from trivium.web.settings import ServerSettings

    for address in proxy or ():
        _check_address(address)
    for site in embed or ():
        _check_site(site)
    chosen = {
        "searches": searches,
        "league_workers": league_workers,
        "agent_seconds": agent_seconds,
        "analysis_seconds": analysis_seconds,
    }
    settings = ServerSettings(
        database=database,
        compile_ahead=compile_ahead,
        hosts=tuple(name or ()),
        leagues=tuple(league or ()),
        proxies=tuple(proxy or ()),
        embedders=tuple(embed or ()),
        reachable=bool(name) or not (host == "localhost" or is_here(host)),
        **{key: value for key, value in chosen.items() if value is not None},  # type: ignore[arg-type]
    )
    with _listed(agents):
        serve_page(settings, host, port, browser)


def _listed(file: Path | None) -> AbstractContextManager[None]:
    """List the agents of a file, if there is one, after a look at whether they are there."""
    if file is None:
        return nullcontext()
    from trivium.arena.listed import listing, read_agents_file
    from trivium.arena.players import make_player

    agents = read_agents_file(file)
    for agent in agents:
        make_player(agent.description, agent.game)
    return listing(agents)


def _check_address(text: str) -> None:
    """Refuse what would believe everybody, or nobody."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        raise TriviumError(
            f"--proxy is the address of one server, such as 127.0.0.1, not '{text}'."
        ) from None


def _check_site(text: str) -> None:
    """Refuse what is not the beginning of a site's addresses."""
    if text != "*" and not _SITE.fullmatch(text):
        raise TriviumError(
            f"--embed is a site such as https://club.example, or * for any, not '{text}'."
        )
