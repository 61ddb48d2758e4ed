"""``/api/puzzles`` and ``/api/tutorials``: learning by doing."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
