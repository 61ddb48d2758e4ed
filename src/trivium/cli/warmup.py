"""``trivium warmup``: compile everything now, so that nothing has to later."""

from __future__ import annotations

import time


def warmup() -> None:
    """Compile everything, so that later commands start at once."""
    from rich.console import Console
    from rich.progress import track

    from trivium.kernel.compiling import code_directory
    from trivium.warm import warm_tasks

    console = Console(stderr=True)
    began = time.perf_counter()
    for task in track(warm_tasks(), "Compiling", console=console):
        task()
    directory = code_directory()
    where = f"kept in {directory}" if directory else "but the cache directory cannot be written"
    print(f"Ready after {time.perf_counter() - began:.1f} s, {where}.")
