"""Moments as the database has them: in UTC, as texts that sort by time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from trivium.errors import TriviumError


def utc_now() -> str:
    """Return this moment as the database has moments."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def ago(**span: float) -> str:
    """Return the moment that is some time back, as in ``ago(days=1)``."""
    return (datetime.now(UTC) - timedelta(**span)).isoformat(timespec="seconds")


def read_moment(text: str) -> str:
    """Return a moment that a person has written, in UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise TriviumError(
            f"'{text}' is no moment; write it like 2026-03-01T18:30 or 2026-03-01T18:30+11:00."
        ) from None
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return moment.isoformat(timespec="seconds")
