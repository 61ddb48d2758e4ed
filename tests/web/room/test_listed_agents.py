"""An agent that the owner of the server lists can be played against; guests can add none."""

from __future__ import annotations

from pathlib import Path

from tests.web.serving import PERSON, act, eventually, new_game, serving
from trivium.agents.descriptions import PlayerDescription
from trivium.arena.listed import ListedAgent, listing

BOT = """
import sys
class Player:
    def __init__(self, colour, n):
        self.free = [(r, q) for r in range(n) for q in range(n)]
    def action(self):
        print("I like", self.free[0], file=sys.stderr)
        return ("PLACE", *self.free[0])
    def turn(self, colour, action):
        if action[0] == "PLACE":
            self.free.remove(action[1:])
"""


def test_a_listed_agent_is_offered_plays_and_shows_what_it_writes(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.py").write_text(BOT)
    description = PlayerDescription.read(f"cachex-py:{folder}#bot")
    with (
        listing([ListedAgent("my-bot", "cachex", description, "A toy.")]),
        serving(tmp_path) as client,
    ):
        games = {game["name"]: game for game in client.get("/api/catalogue").json()["games"]}
        assert [a["summary"] for a in games["cachex"]["agents"] if a["listed"]] == ["A toy."]
        assert not any(agent["listed"] for agent in games["hexifence"]["agents"])
        seat = {"kind": "agent", "agent": "my-bot", "seconds": 1.0}
        game = new_game(client, "cachex", "5", seats=[PERSON, seat])
        id, token = game["id"], game["tokens"]["red"]
        assert act(client, id, token, action="move", move=7).status_code == 200

        def answered() -> bool:
            return len(client.get(f"/api/games/{id}").json()["moves"]) == 2

        assert eventually(answered)
        state = client.get(f"/api/games/{id}").json()
        assert state["moves"][1]["text"] == "a1"
        assert state["moves"][1]["info"] == "I like (0, 0)"
        assert [seat["listed"] for seat in state["seats"]] == [False, True]


def test_guests_cannot_bring_an_agent(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for agent in ("my-bot", "gtp:node evil.js", f"cachex-py:{tmp_path}#bot"):
            seat = {"kind": "agent", "agent": agent, "seconds": 1.0}
            wish = {"game": "cachex", "size": "5", "seats": [PERSON, seat]}
            answer = client.post("/api/games", json=wish)
            assert answer.status_code == 400, agent
            assert "There is no agent" in answer.json()["error"]
