"""What of an archive is to be run: what its manifest says, or what can be guessed.

``bot.toml`` at the top of the archive, or of its only folder, has one line:
``run = "gtp: ./my-bot --fast"``, or ``run = "cachex-py: .#my_module"``. Without it, a course's
agent is looked for: the one module with a ``class Player``, or the one Java class that implements
``Player``. All paths begin in that folder, and none leads out of it: what a description names is
what the bot gets to see.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from dataclasses import dataclass
from pathlib import PurePosixPath

from trivium.arena.external.kinds import EXTERNAL
from trivium.errors import TriviumError
from trivium.league.entry.archives import Archive

MANIFEST = "bot.toml"
_MISTAKEN = (MANIFEST, f"{MANIFEST}.txt")
"""What a manifest is called that is not found: in the wrong place, or in other letters."""
_LONGEST = 300
_SHOWN = 6
"""Files of an archive that are named where one is missing."""
_PYTHON = {"cachex": "cachex-py", "watch-your-back": "wyb-py"}
_CLASS = re.compile(r"^class\s+Player\b", re.MULTILINE)
_JAVA = re.compile(r"\bclass\s+(\w+)[^{;]*\bimplements\b[^{;]*\bPlayer\b")
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_MODULE = re.compile(r"[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*(:[A-Za-z_]\w*)?")
_EXAMPLE = 'write what to run into a file bot.toml: run = "gtp: ./my-bot"'


class BadManifest(TriviumError):
    """An archive in which there is nothing that can be run, and why."""


@dataclass(frozen=True)
class Manifest:
    """What is to be run."""

    agent: str
    """The bot as the arena describes agents; its paths begin in the folder."""
    folder: str
    """Where its paths begin, within the archive; empty for the top."""
    runnable: str | None
    """The file of the archive that is a program, if one is."""


def manifest_of(archive: Archive, game: str) -> Manifest:
    """Return what an archive says about itself, or what can be guessed for a game."""
    top = _top(archive)
    text = archive.text(_inside(top, MANIFEST))
    if text is not None:
        return _read(text.removeprefix("\ufeff"), archive, top, game)
    try:
        return _guess(archive, game)
    except BadManifest:
        for name in archive.files:
            if PurePosixPath(name).name.lower() in _MISTAKEN:
                raise BadManifest(
                    f"The manifest is called {MANIFEST} and lies beside everything else; in the "
                    f"archive there is {name}."
                ) from None
        raise


def _guess(archive: Archive, game: str) -> Manifest:
    if game in _PYTHON:
        return _guess_python(archive, game)
    if "hexifence-java" in EXTERNAL and game in EXTERNAL["hexifence-java"].games:
        return _guess_java(archive)
    raise BadManifest(f"There is no {MANIFEST} in the archive; {_EXAMPLE}.")


def _top(archive: Archive) -> str:
    """Return the folder that everything is in, or the top."""
    steps: list[str] = []
    folders = [name.split("/")[:-1] for name in archive.files]
    for step, *others in zip(*folders, strict=False):
        if any(other != step for other in others):
            break
        steps.append(step)
    return "/".join(steps)


def _inside(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _read(text: str, archive: Archive, top: str, game: str) -> Manifest:
    try:
        told = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadManifest(
            f'{MANIFEST} cannot be read: {error}. It has one line: run = "gtp: ./my-bot".'
        ) from None
    run = told.get("run")
    if not isinstance(run, str) or set(told) != {"run"}:
        found = ", ".join(told)[:_LONGEST] or "nothing"
        raise BadManifest(f'{MANIFEST} has one line, run = "gtp: ./my-bot", and says {found}.')
    kind, colon, rest = (part.strip() for part in run.partition(":"))
    here = [name for name, one in EXTERNAL.items() if game in one.games]
    if not colon or kind not in here:
        raise BadManifest(f"What is run begins with {' or '.join(f'{one}:' for one in here)}.")
    if len(run) > _LONGEST or not run.isprintable():
        raise BadManifest(f"What is run is said in {_LONGEST} letters that can be read.")
    if kind == "gtp":
        return _program(rest, archive, top)
    return _course_agent(kind, rest, archive, top)


def _program(rest: str, archive: Archive, top: str) -> Manifest:
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise BadManifest(f"The command '{rest}' cannot be read: {error}.") from None
    if not words or not words[0].startswith("./"):
        raise BadManifest(
            "The program is one of your files: gtp: ./my-bot. A script begins with a line like "
            "#!/usr/bin/env python3."
        )
    for word in words:
        for part in re.split("[=:,]", word):
            _check_path(part)
    program = _inside(top, str(PurePosixPath(words[0])))
    if program not in archive.files:
        there = ", ".join(sorted(archive.files)[:_SHOWN])
        raise BadManifest(f"There is no file {words[0]} in the archive; there is {there}.")
    _check_first_line(words[0], archive.files[program])
    return Manifest(f"gtp:{shlex.join(words)}", top, program)


def _check_first_line(name: str, content: bytes) -> None:
    """Refuse a script that no system can start, and say why: its own words would not."""
    first = content.partition(b"\n")[0]
    if content.startswith(b"\xef\xbb\xbf#!"):
        raise BadManifest(f"{name} begins with a mark of its encoding; save it as UTF-8 without.")
    if first.startswith(b"#!") and first.endswith(b"\r"):
        raise BadManifest(f"{name} has line ends of Windows; save it with those of Unix (LF).")
    if not first.startswith((b"#!", b"\x7fELF")):
        raise BadManifest(
            f"{name} is no program for Linux; a script begins with a line like "
            "#!/usr/bin/env python3."
        )


def _course_agent(kind: str, rest: str, archive: Archive, top: str) -> Manifest:
    places, mark, name = rest.rpartition("#")
    name, *settings = name.split(",")
    if not mark or not places or not re.fullmatch(r"[\w$.:-]+", name):
        raise BadManifest(f'Such an agent is described like this: run = "{kind}: .#name".')
    for place in places.split(":"):
        _check_path(place)
        inner = _inside(top, str(PurePosixPath(place))) if place != "." else top
        if inner and inner not in archive.files and not _has_folder(archive, inner):
            raise BadManifest(f"There is no {place} in the archive.")
    for setting in settings:
        key, _, value = setting.partition("=")
        if key != "packages":
            raise BadManifest(f"'{key}' cannot be set here; packages=FOLDER can.")
        _check_path(value)
        if not _has_folder(archive, _inside(top, str(PurePosixPath(value)))):
            raise BadManifest(f"There is no folder {value} in the archive.")
    return Manifest(f"{kind}:{places}#{','.join([name, *settings])}", top, None)


def _check_path(text: str) -> None:
    """Refuse what could lead out of the folder of the bot."""
    if text.startswith(("/", "~", "\\")) or ".." in re.split(r"[/\\]", text):
        raise BadManifest(f"'{text}' leads out of the archive; paths begin in its folder.")


def _has_folder(archive: Archive, folder: str) -> bool:
    return any(name.startswith(f"{folder}/") for name in archive.files)


def _guess_python(archive: Archive, game: str) -> Manifest:
    """Return the one module that has a `Player`, in the folder that it is imported from."""
    kind = _PYTHON[game]
    found = sorted(
        name
        for name in archive.files
        if name.endswith(".py") and _CLASS.search(archive.text(name) or "")
    )
    if len(found) != 1:
        there = f"are {', '.join(found[:5])}" if found else "is none"
        raise BadManifest(
            f"One module is to have a class Player, and there {there}; which it is says a file "
            f'{MANIFEST}: run = "{kind}: .#my_module", or run = "gtp: ./my-bot" for a program.'
        )
    place = PurePosixPath(found[0])
    steps = list(place.with_suffix("").parts)
    if steps[-1] in ("player", "__init__") and len(steps) > 1:
        steps.pop()
    # The topmost package is the module; what lies above it is where it is imported from.
    first = len(steps) - 1
    while first > 0 and _inside("/".join(steps[:first]), "__init__.py") in archive.files:
        first -= 1
    folder, module = "/".join(steps[:first]), ".".join(steps[first:])
    if not _MODULE.fullmatch(module):
        raise BadManifest(f"'{module}' is no name of a module; rename {found[0]}.")
    return Manifest(f"{kind}:.#{module}", folder, None)


def _guess_java(archive: Archive) -> Manifest:
    found = []
    for name in sorted(archive.files):
        text = (archive.text(name) or "") if name.endswith(".java") else ""
        if (declared := _JAVA.search(text)) and declared[1] == PurePosixPath(name).stem:
            told = _PACKAGE.search(text)
            found.append((name, told[1] if told else "", declared[1]))
    if len(found) != 1:
        raise BadManifest(
            f"{'No' if not found else 'More than one'} Java class implements Player; say which in "
            f'a file {MANIFEST}: run = "hexifence-java: .#aiproj.hexifence.Team7", or '
            'run = "gtp: ./my-bot" for a program.'
        )
    [(name, package, simple)] = found
    steps = package.split(".") if package else []
    folder = list(PurePosixPath(name).parent.parts)
    if folder[len(folder) - len(steps) :] != steps:
        raise BadManifest(f"{name} is of the package {package}, but is not in such a folder.")
    home = "/".join(folder[: len(folder) - len(steps)])
    return Manifest(f"hexifence-java:.#{'.'.join([*steps, simple])}", home, None)
