"""The report of a soak: a table of what was done and met, and the faults, if there were any."""

from __future__ import annotations

from benchmarks.soak.journal import Journal


def report(journal: Journal) -> str:
    """Return the report as a table in Markdown, with the faults below it."""
    rounds = journal.rounds
    if not rounds:
        return "No round has come to its end yet."
    kinds = [one.database for one in rounds]
    databases = ", ".join(f"{kinds.count(kind)} with {kind}" for kind in sorted(set(kinds)))
    rows = {"rounds": f"{len(rounds)} ({databases})", "minutes": f"{journal.seconds / 60:.0f}"}
    rows |= {
        name: f"{count:,}" for name, count in sorted(journal.counts.items()) if name != "faults"
    }
    for name in dict.fromkeys(name for one in rounds for name in one.figures):
        values = [one.figures[name] for one in rounds if name in one.figures]
        rows[f"server: {name}, least to most"] = f"{min(values):g} to {max(values):g}"
    rows["faults"] = f"{journal.counts['faults']:,}"
    lines = ["| | |", "|---|--:|", *(f"| {name} | {value} |" for name, value in rows.items())]
    lines += [f"FAULT in {fault}" for fault in journal.faults]
    lines += sorted({f"Not tried: {remark}." for one in rounds for remark in one.remarks})
    return "\n".join(lines)
