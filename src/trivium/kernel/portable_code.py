"""Machine code that travels: compiled for a named processor, so that many others can run it.

A directory of such code is made by ``trivium warmup --portable``. One comes along with the wheels
of some platforms, and ``TRIVIUM_CODE_DIR`` names another, say one that the machines of a course
share. It is only read. It counts if it was made by these versions of Python and Numba and if this
processor has all that the named one has; else it is as if it were not there. Each file in it is
named after the sources it was made from, as in the compile cache, so old code is never found.
"""

from __future__ import annotations

import functools
import os
import platform
import shutil
import sys
from importlib import metadata
from pathlib import Path

import llvmlite
import numba
from llvmlite import binding as llvm

from trivium.errors import TriviumError

SHIPPED = Path(__file__).with_name("machine-code")
"""Where a wheel has its machine code, if it has any."""

PARTS = "parts"
"""The directory, beside machine code, of what it is made from; it does not travel."""

WHEEL_TAG = "wheel-tag.txt"
"""The file beside the code that says for which machines it is."""

_NAMED = {"x86_64": "x86-64-v3", "AMD64": "x86-64-v3"}
"""The processor that code is made for, by the machine's kind; elsewhere the least of its kind."""
_NEEDED = {
    "x86-64-v3": {
        *("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt"),
        *("sahf", "sse3", "sse4.1", "sse4.2", "ssse3", "xsave"),
    }
}
"""What a processor must be able to do to run such code."""


def processor() -> str:
    """Return the name of the processor that portable code is made for on machines like this."""
    return _NAMED.get(platform.machine(), "generic")


def settings() -> dict[str, str]:
    """Return what the environment of a process says in which Numba compiles for that processor."""
    return {"NUMBA_CPU_NAME": processor(), "NUMBA_CPU_FEATURES": ""}


def target() -> tuple[str, str, str]:
    """Return what Numba calls the target of such a process."""
    return llvm.get_process_triple(), processor(), ""


def version_name() -> str:
    """Return the name of the directory for code of these versions and that processor."""
    versions = f"numba-{numba.__version__}-llvmlite-{llvmlite.__version__}"
    return f"{sys.implementation.cache_tag}-{versions}-{processor()}"


@functools.cache
def directory() -> Path | None:
    """Return where portable code is that this processor can run; None if there is none.

    Who has told Numba what to compile for gets that and nothing else.
    """
    chosen = os.environ.get("TRIVIUM_CODE_DIR")
    found = (Path(chosen) if chosen else SHIPPED) / version_name()
    told = numba.config.CPU_NAME is not None or numba.config.CPU_FEATURES is not None
    return found if not told and runs_here(_host_features()) and found.is_dir() else None


def runs_here(features: set[str]) -> bool:
    """Return whether a processor with these features, as LLVM names them, can run the code."""
    return features.issuperset(_NEEDED.get(processor(), ()))


def _host_features() -> set[str]:
    try:
        return {name for name, has in llvm.get_host_cpu_features().items() if has}
    except RuntimeError:  # LLVM does not know for every kind of machine
        return set()


def keep_all(compiled: Path, directory: Path) -> Path:
    """Take over what was compiled for the named processor, in the place of what was there.

    `compiled` holds one directory of a compile cache. Its parts stay behind: they are for who
    compiles. Beside the code, a file says for which machines: its code needs of them what Numba
    itself needs.
    """
    (made,) = compiled.iterdir()
    place = directory / version_name()
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(made, place, ignore=shutil.ignore_patterns(PARTS))
    (directory / WHEEL_TAG).write_text(wheel_tag() + "\n")
    return place


def wheel_tag() -> str:
    """Return the tag of a wheel with such code: that of the Numba that it was made with."""
    told = metadata.distribution("numba").read_text("WHEEL") or ""
    tags = [line.split()[1].split("-") for line in told.splitlines() if line.startswith("Tag: ")]
    if not tags:
        raise TriviumError("This Numba does not say which machines it is for; install its wheel.")
    pythons, interfaces, platforms = zip(*tags, strict=True)
    return "-".join(".".join(sorted(set(part))) for part in (pythons, interfaces, platforms))
