"""The container file and the unit of systemd name what is there, and systemd accepts the unit."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from trivium.cli.main import command_line

ROOT = Path(__file__).parents[2]
UNIT = (ROOT / "deploy" / "trivium.service").read_text(encoding="utf-8")
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
DOCS = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")


def check_serve(arguments: list[str]) -> None:
    """Read the options of ``trivium serve``; wrong ones raise."""
    command: Any = get_command(command_line(["serve"]))
    context = command.make_context("trivium", list(arguments))
    name, command, rest = command.resolve_command(context, arguments)
    assert name == "serve"
    command.make_context(name, rest, parent=context)


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    if (verify := shutil.which("systemd-analyze")) is None:
        pytest.skip("there is no systemd here")
    unit = tmp_path / "trivium.service"
    unit.write_text(UNIT.replace("/opt/trivium/bin/trivium", sys.executable))
    done = subprocess.run([verify, "verify", str(unit)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_starts_the_server_with_the_options_of_the_docs() -> None:
    (start,) = re.findall(r"^ExecStart=/opt/trivium/bin/trivium (.*)$", UNIT, re.M)
    told = re.findall(r"^echo 'TRIVIUM_OPTIONS=(.*)' >/etc/trivium.env$", DOCS, re.M)
    assert len(told) == 2
    for options in told:
        check_serve(shlex.split(start.replace("$TRIVIUM_OPTIONS", options)))


def test_the_container_starts_the_server() -> None:
    (start,) = re.findall(r"^ENTRYPOINT (.*)$", CONTAINER, re.M)
    program, *arguments = json.loads(start)
    assert program == "trivium"
    check_serve([*arguments, "--db", "postgresql://user:secret@host/name"])


def test_the_container_is_built_from_what_a_wheel_needs() -> None:
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINER, re.M)
    names = {name for line in copied for name in line.split()}
    assert all((ROOT / name).exists() for name in names)
    assert names >= {"pyproject.toml", "README.md", "LICENSE", "hatch_build.py", "src", "docs"}
