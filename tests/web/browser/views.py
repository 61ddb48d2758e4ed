"""Every view of the page, by a name for its pictures: what all of them have to be is tested so.

A view that is new in `app.js` is added here, or `test_every_view_is_looked_at` fails.
"""

from __future__ import annotations

VIEWS = {
    "home": "",
    "setup": "new/hexifence",
    "setup-cachex": "new/cachex",
    "analyse-start": "analyse",
    "analysis": "analyse/watch-your-back",
    "analysis-line": "analyse/hexifence?size=2&moves=a1,b1,a2",
    "editor": "edit/watch-your-back",
    "editor-start": "edit",
    "learn": "learn",
    "lesson-start": "learn/watch-your-back/0",
    "puzzles": "puzzles",
    "puzzle": "puzzles/hexifence-2-001",
    "games": "games",
    "me": "me",
    "challenges": "challenges",
    "league": "league",
    "nowhere": "nowhere",
}
"""Addresses after ``#/``; a game at the board has none before it is begun."""

BEGUN = {"game"}
"""Views that are reached by doing something."""
