"""``trivium league``: everything that a tutor does, and handing in for everybody."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivium.cli.arena import ClusterOption, ConcurrencyOption, DatabaseOption, make_workers
from trivium.cli.common import JsonOption, compile_notice, complete_game, write_text
from trivium.cli.terminal import remark, say
from trivium.errors import TriviumError
from trivium.words import how_many

if TYPE_CHECKING:
    from trivium.arena.database.storage import Database
    from trivium.league.leagues import League

app = typer.Typer(help="Leagues: bots are handed in or connect, and are paired for ever.")

NameArgument = Annotated[str, typer.Argument(help="The name of the league.")]
_WHO = "the command line"


@contextlib.contextmanager
def _opened(address: str | None, name: str) -> Iterator[tuple[Database, League]]:
    from trivium.arena.database.storage import Database
    from trivium.league.leagues import find_league
    from trivium.league.tables import create_tables

    with contextlib.closing(Database.to_look_into(address)) as database:
        create_tables(database)
        yield database, find_league(database, name)


@app.command("new")
def new(
    name: NameArgument,
    game: Annotated[
        str, typer.Argument(help="The game that is played.", autocompletion=complete_game)
    ],
    size: Annotated[
        list[str] | None, typer.Option(help="A board size; may be repeated, then all are played.")
    ] = None,
    time: Annotated[
        float | None, typer.Option(help="Seconds for each move, instead of a clock for the game.")
    ] = None,
    clock: Annotated[
        str | None, typer.Option(help="Seconds for the game, like 60 or 60+0.5; by default 30.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Positions that Trivium's agents look at for a move.")
    ] = None,
    references: Annotated[
        str, typer.Option(help="Levels that take part and anchor the ratings; '' for none.")
    ] = "1,3,5,7",
    deadline: Annotated[
        str | None, typer.Option(help="When versions freeze, like 2026-03-01T18:30 (in UTC).")
    ] = None,
    openings: Annotated[str, typer.Option(help="balanced, random or none.")] = "balanced",
    memory: Annotated[float, typer.Option(help="Megabytes for a bot.")] = 2048.0,
    cpu: Annotated[
        float | None, typer.Option(help="CPU seconds for a bot's game; no limit by default.")
    ] = None,
    narrow: Annotated[
        float, typer.Option(help="The error bar, in Elo, at which a bot needs no more games.")
    ] = 50.0,
    uploads: Annotated[int, typer.Option(help="Versions that a member may hand in a day.")] = 20,
    storage: Annotated[float, typer.Option(help="Megabytes of a member's archives.")] = 100.0,
    cpu_hours: Annotated[float, typer.Option(help="Hours of games a day for a bot.")] = 24.0,
    final: Annotated[
        str, typer.Option(help="The final's format: round-robin, swiss or knockout.")
    ] = "round-robin",
    final_games: Annotated[int, typer.Option(help="Games of an encounter of the final.")] = 2,
    final_rounds: Annotated[int, typer.Option(help="Rounds of the final.")] = 1,
    closed: Annotated[
        bool, typer.Option("--closed", help="Let only those watch who have a token.")
    ] = False,
    sandbox: Annotated[
        bool, typer.Option(help="Run what is handed in inside the sandbox only.")
    ] = True,
    seed: Annotated[int, typer.Option(help="The seed of everything that is random.")] = 0,
    database: DatabaseOption = None,
) -> None:
    """Make a league; prints the token of its tutor, which is told only once."""
    from trivium.arena.database.storage import Database
    from trivium.league.leagues import make_league
    from trivium.league.plan import Plan, Quotas

    try:
        levels = tuple(int(part) for part in references.split(",") if part.strip())
    except ValueError:
        raise TriviumError(f"Levels are written like 1,3,5,7, not '{references}'.") from None
    plan = Plan(
        game,
        tuple(size or ()),
        time=time,
        clock=clock,
        nodes=nodes,
        references=levels,
        openings=openings,
        memory=memory,
        cpu=cpu,
        narrow=narrow,
        final_format=final,
        final_games=final_games,
        final_rounds=final_rounds,
        open=not closed,
        sandbox=sandbox,
        seed=seed,
        quotas=Quotas(uploads, storage, cpu_hours),
    )
    with contextlib.closing(Database(database)) as kept:
        league, token = make_league(kept, name, plan, deadline)
    say(f"The league '{league.name}': {plan.game} {', '.join(plan.sizes)}, {plan.control}.")
    if league.deadline is not None:
        say(f"Bots come in until {league.deadline}.")
    say(f"The tutor's token, which is not told again: {token}")
    where = "" if database is None else ", and the same --db"
    say(f"Start it with: trivium serve --league {json.dumps(name)}{where}")


@app.command("members")
def members(
    name: NameArgument,
    add: Annotated[
        list[str] | None, typer.Option("--add", help="Somebody's name; may be repeated.")
    ] = None,
    role: Annotated[
        str, typer.Option(help="The role of those: member, tutor or spectator.")
    ] = "member",
    csv: Annotated[
        Path | None,
        typer.Option(
            help="Add those in this table: on each line a name, and a role if it is another."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the new tokens as CSV to this file.")
    ] = None,
    renew: Annotated[
        list[str] | None, typer.Option(help="Give a member a new token; the old one ends.")
    ] = None,
    revoke: Annotated[
        list[str] | None, typer.Option(help="Let a member in no more; their bot rests.")
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Add members, renew and revoke tokens, or list who there is."""
    from trivium.league import members as people
    from trivium.text_files import read_text

    with _opened(database, name) as (kept, league), _for_tokens(out) as keep:
        wanted = [(one, role) for one in add or ()]
        wanted += people.read_csv(read_text(csv)) if csv is not None else []
        made = people.add_members(kept, league.id, wanted, _WHO)
        for one in renew or ():
            token = people.renew(kept, league.id, one, _WHO)
            made.append((one, people.find_member(kept, league.id, one).role, token))
        for one in revoke or ():
            people.revoke(kept, league.id, one, _WHO)
        if made:
            keep(people.write_csv(made, ("name", "role", "token")))
            if out is not None:
                say(f"{how_many(len(made), 'token')} in {out}; they are not told again.")
        if not (wanted or renew or revoke):
            for person in people.members_of(kept, league.id):
                revoked = ", revoked" if person.revoked else ""
                say(f"{person.name}: {person.role}{revoked}")


@contextlib.contextmanager
def _for_tokens(out: Path | None) -> Iterator[Callable[[str], None]]:
    """Give what keeps the new tokens: in a file of their owner's alone, or told here.

    The file is made before the first token is: one that cannot be kept would be lost.
    """
    if out is None:
        yield lambda text: say(text, end="")
        return
    try:
        handle = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise TriviumError(
            f"{out} is there already, and the tokens in it may be nowhere else; name another file."
        ) from None
    except OSError as error:
        raise TriviumError(f"{out} cannot be written: {error.strerror}.") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:

        def keep(text: str) -> None:
            file.write(text)
            file.flush()

        try:
            yield keep
        finally:
            if file.tell() == 0:
                out.unlink()


@app.command("submit")
def submit(
    file: Annotated[Path, typer.Argument(help="A folder, or a zip or tar.gz file of it.")],
    url: Annotated[str | None, typer.Option(help="The server, like http://host:8642.")] = None,
    token: Annotated[str | None, typer.Option(help="Your token.", envvar="TRIVIUM_TOKEN")] = None,
    league: Annotated[
        str | None, typer.Option(help="The league, for a tutor with the database at hand.")
    ] = None,
    member: Annotated[str | None, typer.Option(help="Whose bot it is, for a tutor.")] = None,
    wait: Annotated[bool, typer.Option(help="Wait for the trial and say what came of it.")] = True,
    database: DatabaseOption = None,
) -> None:
    """Hand in a bot and say what came of its trial; the exit code is 2 if it failed."""
    content = _content_of(file)
    if url is not None and token is not None:
        from trivium.league.wire.submitting import hand_in

        passed, report = hand_in(url, token, content, wait, say)
    elif league is not None and member is not None:
        passed, report = _submit_here(database, league, member, content, wait)
    else:
        raise TriviumError("Say where to: --url and --token, or --league and --member.")
    if report:
        say(report)
    if passed is False:
        raise TriviumError("The bot has failed its trial.")


def _content_of(file: Path) -> bytes:
    if file.is_dir():
        from trivium.league.entry.archives import packed

        return packed(file)
    try:
        return file.read_bytes()
    except OSError as error:
        raise TriviumError(f"{file} cannot be read: {error.strerror}.") from None


def _submit_here(
    address: str | None, name: str, member: str, content: bytes, wait: bool
) -> tuple[bool | None, str]:
    import time

    from trivium.league import members as people
    from trivium.league.entry import versions

    with _opened(address, name) as (kept, league):
        person = people.find_member(kept, league.id, member)
        version = versions.submit(kept, league, person, content)
        say(f"{version.label} waits for its trial.")
        while wait and version.state in ("waiting", "trying"):
            time.sleep(0.5)
            version = versions.version_named(kept, league, version.label)
        if not wait:
            return None, ""
        return version.state == "passed", versions.report_of(kept, version)


@app.command("status")
def status(
    name: Annotated[str | None, typer.Argument(help="The league; all of them without it.")] = None,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the table of a league, or which leagues there are."""
    from trivium.arena.database.storage import Database
    from trivium.league.ladder.standings import table_of
    from trivium.league.leagues import all_leagues

    if name is None:
        with contextlib.closing(Database.to_look_into(database)) as kept:
            leagues = all_leagues(kept)
        if as_json:
            say(json.dumps([_facts(one) for one in leagues]))
            return
        for one in leagues:
            say(f"{one.name}: {one.plan.game} {', '.join(one.plan.sizes)}, {one.stage}")
        return
    with _opened(database, name) as (kept, league):
        body: dict[str, Any] = json.loads(table_of(kept, league.id).body)
        if as_json:
            say(json.dumps(_facts(league) | body))
            return
        say(f"{league.name}: {league.stage}, {how_many(body['games'], 'game')}")
        for row in body["rows"]:
            say(_line(row))


def _facts(league: League) -> dict[str, Any]:
    plan = league.plan
    return {
        "league": league.name,
        "game": plan.game,
        "sizes": list(plan.sizes),
        "stage": league.stage,
        "deadline": league.deadline,
    }


def _line(row: dict[str, Any]) -> str:
    if not row["games"]:
        return f"     –  {row['label']}: no games yet"
    rank = "ref" if row["reference"] else str(row["rank"] or "old")
    rating = f"{row['elo']:+.0f} ± {row['error']:.0f}{'?' if row['provisional'] else ' '}"
    results = f"+{row['wins']} ={row['draws']} −{row['losses']}"
    faults = f", {how_many(row['faults'], 'failure')}" if row["faults"] else ""
    benched = ", benched" if row["benched"] else ""
    return f"{rank:>6}  {row['label']}: {rating} {results}{faults}{benched}"


@app.command("freeze")
def freeze(
    name: NameArgument,
    undo: Annotated[bool, typer.Option("--undo", help="Let bots come in again.")] = False,
    until: Annotated[
        str | None, typer.Option(help="With --undo: the new deadline; without it there is none.")
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Let versions stay as they are; the ladder goes on until all is known."""
    from trivium.league import leagues

    with _opened(database, name) as (kept, league):
        if undo:
            leagues.thaw(kept, league, _WHO, until)
        elif until is not None:
            raise TriviumError("A new deadline goes with --undo: bots come in until then.")
        else:
            leagues.freeze(kept, league, _WHO)
        say(f"{league.name}: {leagues.find_league(kept, name).stage}")


@app.command("bench")
def bench(
    name: NameArgument,
    label: Annotated[str, typer.Argument(help="The version, like 'ann v3'.")],
    reason: Annotated[str, typer.Option(help="Why; its owner reads it.")] = "by a tutor",
    database: DatabaseOption = None,
) -> None:
    """Let a version play no more, until it is pardoned or another one is handed in."""
    from trivium.league.entry import versions

    with _opened(database, name) as (kept, league):
        versions.bench(kept, versions.version_named(kept, league, label), reason, _WHO)


@app.command("pardon")
def pardon(
    name: NameArgument,
    label: Annotated[str, typer.Argument(help="The version, like 'ann v3'.")],
    database: DatabaseOption = None,
) -> None:
    """Let a benched version play again."""
    from trivium.league.entry import versions

    with _opened(database, name) as (kept, league):
        versions.pardon(kept, versions.version_named(kept, league, label), _WHO)


@app.command("final")
def final(
    name: NameArgument,
    seed: Annotated[
        int | None, typer.Option(help="The final's seed; by default a new one.")
    ] = None,
    play: Annotated[
        bool, typer.Option(help="Play it here; otherwise those play who work for the league.")
    ] = True,
    concurrency: ConcurrencyOption = 1,
    cluster: ClusterOption = None,
    database: DatabaseOption = None,
) -> None:
    """Play the final among the frozen versions; one that was interrupted goes on."""
    import secrets

    from trivium.arena.interrupts import held_back
    from trivium.cli.arena import show_standings
    from trivium.league import final as finals
    from trivium.league.leagues import find_league

    with compile_notice(), _opened(database, name) as (kept, league):
        if league.final is None:
            chosen = secrets.randbelow(2**31) if seed is None else seed
            labels = finals.begin_final(kept, league, _WHO, chosen)
            say(f"The final of {len(labels)}, seed {chosen}.")
            league = find_league(kept, name)
        if play and league.stage == "final":
            with make_workers(concurrency, cluster) as workers, held_back():
                finals.play_final(kept, league, workers)
        show_standings(finals.final_standings(kept, league))


@app.command("export")
def export(
    name: NameArgument,
    csv: Annotated[Path | None, typer.Option(help="Marks as CSV.")] = None,
    jsonl: Annotated[Path | None, typer.Option(help="The whole event as JSON Lines.")] = None,
    report: Annotated[Path | None, typer.Option(help="One report in HTML.")] = None,
    database: DatabaseOption = None,
) -> None:
    """Write what is left to be marked and kept; without options, the marks are printed."""
    from trivium.league import exports

    with compile_notice(), _opened(database, name) as (kept, league):
        if csv is not None:
            write_text(csv, exports.marks_csv(kept, league))
        if jsonl is not None:
            lines = exports.event_lines(kept, league)
            write_text(jsonl, "".join(f"{line}\n" for line in lines))
        if report is not None:
            write_text(report, exports.report(kept, league))
        if csv is jsonl is report is None:
            say(exports.marks_csv(kept, league), end="")


@app.command("log")
def log(name: NameArgument, database: DatabaseOption = None) -> None:
    """Say who did what when, the newest last."""
    from trivium.league import audit

    with _opened(database, name) as (kept, league):
        for entry in reversed(audit.entries(kept, league.id)):
            say(f"{entry.at}  {entry.who}: {entry.what}")


@app.command("work")
def work(
    name: NameArgument,
    concurrency: ConcurrencyOption = 1,
    cluster: ClusterOption = None,
    rest: Annotated[
        bool, typer.Option("--until-rest", help="End when there is nothing left to do.")
    ] = False,
    database: DatabaseOption = None,
) -> None:
    """Play a league's games until Ctrl-C; several machines with one PostgreSQL share them."""
    from trivium.arena.interrupts import held_back
    from trivium.league.ladder.worker import Worker

    far = cluster is not None or concurrency > 1
    with compile_notice(), _opened(database, name) as (kept, _), contextlib.ExitStack() as stack:
        workers = stack.enter_context(make_workers(concurrency, cluster)) if far else None
        worker = Worker(kept, name, workers)
        remark(f"trivium: playing the league '{name}'; Ctrl-C ends it.")
        with held_back():
            if rest:
                worker.run_until_rest()
            else:
                worker.run()


@app.command("secret")
def secret() -> None:
    """Tell the secret of this machine's servers, which makes leagues on the page."""
    from trivium.web.room.league_hall import server_secret

    say(server_secret())
