"""The league by HTTP: every route asks for a role, and nobody reads what is another's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.league.bots import CRASHING, HONEST, small_league, zipped
from tests.web.serving import serving
from trivium.arena.database.storage import Database
from trivium.league.ladder.worker import Worker
from trivium.league.leagues import find_league, make_league
from trivium.league.members import add_members
from trivium.league.plan import Plan
from trivium.web.room.league_hall import server_secret

ROLES = ("nobody", "spectator", "member", "other member", "tutor", "other tutor")
OWNERS = ("member", "other member", "tutor", "other tutor")
TUTORS = ("tutor", "other tutor")


class Class:
    """A league with somebody in each role, a closed one beside it, and a server for both."""

    def __init__(self, folder: Path, client: TestClient, database: Database) -> None:
        self.client, self.database = client, database
        self.league = small_league(database)
        people = [("eve", "spectator"), ("ann", "member"), ("bob", "member"), ("tom", "tutor")]
        made = add_members(database, self.league.id, people, "tutor")
        self.tokens = {name: token for name, _, token in made}
        closed, token = make_league(database, "closed", Plan("cachex", ("3",), open=False))
        self.closed = closed
        self.headers: dict[str, dict[str, str]] = {
            "nobody": {},
            "spectator": bearer(self.tokens["eve"]),
            "member": bearer(self.tokens["ann"]),
            "other member": bearer(self.tokens["bob"]),
            "tutor": bearer(self.tokens["tom"]),
            "other tutor": bearer(token),
        }

    def get(self, role: str, path: str) -> Any:
        return self.client.get(f"/api/{path}", headers=self.headers[role])

    def post(self, role: str, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/{path}", headers=self.headers[role], **body)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Class]:
    folder = tmp_path_factory.mktemp("league")
    database = Database(folder / "games.sqlite")
    with serving(folder) as client:
        yield Class(folder, client, database)
    database.close()


INSIDERS = ("other tutor",)
"""Who may watch the closed league."""
EVERY_ROUTE = {
    "get /api/leagues": ROLES,
    "get /api/leagues/{league}": INSIDERS,
    "get /api/leagues/{league}/table": INSIDERS,
    "get /api/leagues/{league}/cross": INSIDERS,
    "get /api/leagues/{league}/running": INSIDERS,
    "get /api/leagues/{league}/bots/{bot}": INSIDERS,
    "get /api/leagues/{league}/games/{number}": INSIDERS,
    "get /api/leagues/{league}/final": INSIDERS,
    "get /api/league/me": ROLES[1:],
    "get /api/league/mine": OWNERS,
    "get /api/league/uploads/{number}": OWNERS,
    "post /api/league/uploads": OWNERS,
    "get /api/league/desk": TUTORS,
    "get /api/league/export.csv": TUTORS,
    "get /api/league/export.jsonl": TUTORS,
    "get /api/league/export.html": TUTORS,
    "post /api/league/members": TUTORS,
    "post /api/league/members/renew": TUTORS,
    "post /api/league/members/revoke": TUTORS,
    "post /api/league/bench": TUTORS,
    "post /api/league/pardon": TUTORS,
    "post /api/league/freeze": TUTORS,
    "post /api/league/thaw": TUTORS,
    "post /api/league/final": TUTORS,
    "post /api/league/new": (),
}
"""Who gets past the door of each route; what is asked for need not be there."""


def test_every_route_of_the_league_is_open_to_its_roles_and_to_no_others(
    school: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    from trivium.web.guard import Allowance

    monkeypatch.setattr("trivium.web.routes.leagues._wrong_tokens", Allowance(100, 100))
    routes = {
        f"{method} {path}"
        for path, methods in school.client.get("/openapi.json").json()["paths"].items()
        if path.startswith(("/api/league/", "/api/leagues"))
        for method in methods
    }
    assert routes == set(EVERY_ROUTE)
    wish: dict[str, Any] = {"name": "nobody here", "game": "cachex", "sizes": ["3"]}
    body: dict[str, Any] = {"text": "level1", "name": "nobody here", "label": "none"}
    for route, allowed in EVERY_ROUTE.items():
        method, path = route.split(" ")
        address = path.format(league="closed", bot="nobody", number=999)
        said = {"new": wish, "thaw": {}}.get(path.rpartition("/")[2], body)
        for role in ROLES:
            status = school.client.request(
                method,
                address,
                headers=school.headers[role],
                json=said if method == "post" else None,
            ).status_code
            assert (status not in (401, 403, 429)) == (role in allowed), (route, role, status)


READ = {
    "leagues": ROLES,
    "leagues/cup": ROLES,
    "leagues/cup/table": ROLES,
    "leagues/cup/cross": ROLES,
    "leagues/cup/running": ROLES,
    "leagues/cup/final": ROLES,
    "leagues/cup/bots/ann": ROLES,
    "leagues/closed": ("other tutor",),
    "leagues/closed/table": ("other tutor",),
    "leagues/closed/running": ("other tutor",),
    "league/me": ROLES[1:],
    "league/mine": OWNERS,
    "league/desk": TUTORS,
    "league/export.csv": TUTORS,
    "league/export.jsonl": TUTORS,
    "league/export.html": TUTORS,
}
WRITE: dict[str, Any] = {
    "league/members": {"text": "level1"},
    "league/members/renew": {"name": "nobody here"},
    "league/members/revoke": {"name": "nobody here"},
    "league/bench": {"label": "none"},
    "league/pardon": {"label": "none"},
    "league/final": {},
}


@pytest.mark.parametrize("path", READ)
def test_each_route_is_read_by_its_roles_and_no_others(school: Class, path: str) -> None:
    for role in ROLES:
        status = school.get(role, path).status_code
        assert status == (200 if role in READ[path] else 403), role


@pytest.mark.parametrize("path", WRITE)
def test_only_tutors_change_a_league(school: Class, path: str) -> None:
    for role in ROLES:
        status = school.post(role, path, json=WRITE[path]).status_code
        assert status == (400 if role in TUTORS else 403), role


def test_an_upload_is_its_owners_alone(school: Class) -> None:
    secret = "a secret of mine"
    answer = school.post("member", "league/uploads", content=zipped(team=CRASHING))
    assert answer.status_code == 201
    assert answer.json()["label"] == "ann v1"
    worker = Worker(school.database, "cup")
    worker.work()
    told = school.get("member", "league/uploads/1").json()
    assert told["state"] == "failed"
    assert secret in told["report"]
    assert 'File "team.py", line ' in told["report"]
    for role in ROLES:
        everything = [school.get(role, path).text for path in READ]
        assert any(secret in text for text in everything) == (role == "member"), role
    missing = school.get("other member", "league/uploads/1")
    assert missing.status_code == 404
    assert "stored game" not in missing.json()["error"]
    assert school.post("spectator", "league/uploads", content=b"PK").status_code == 403
    assert school.post("nobody", "league/uploads", content=b"PK").status_code == 403


def test_standard_error_time_and_memory_of_every_game_are_the_owners(school: Class) -> None:
    whispering = "import sys" + HONEST.replace("return", "print('psst', file=sys.stderr); return")
    assert school.post("member", "league/uploads", content=zipped(team=whispering)).is_success
    Worker(school.database, "cup").run_until_rest()
    games = school.get("member", "league/mine").json()["games"]
    assert games
    for game in games:
        assert "psst" in game["output"]
        assert "MB of memory" in game["remarks"]
        assert game["seconds"] is not None
    pages = [*READ, *(f"leagues/cup/games/{game['number']}" for game in games)]
    for role in ROLES:
        everything = "".join(school.get(role, path).text for path in pages)
        assert ("psst" in everything) == (role == "member"), role
        assert ("MB of memory" in everything) == (role == "member"), role


def test_a_bad_archive_is_refused_with_its_reason(school: Class) -> None:
    answer = school.post("member", "league/uploads", content=zipped({"../x": "1"}))
    assert answer.status_code == 400
    assert "leads out" in answer.json()["error"]
    answer = school.post("member", "league/uploads", content=bytes(10_000_001))
    assert answer.status_code == 413


def test_without_a_sandbox_nothing_can_be_handed_in(
    school: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trivium.arena.external.jail.sandbox_trouble", lambda: "not installed")
    before = len(school.get("other member", "league/mine").json()["versions"])
    answer = school.post("other member", "league/uploads", content=zipped(team=HONEST))
    assert answer.status_code == 400
    assert "no sandbox" in answer.json()["error"]
    assert "no sandbox" in school.get("nobody", "leagues/cup").json()["uploads"]
    assert len(school.get("other member", "league/mine").json()["versions"]) == before


def test_the_desk_says_who_would_be_in_the_final(school: Class) -> None:
    field = school.get("tutor", "league/desk").json()["field"]
    assert set(field) == {"ready", "benched", "untried"}
    answer = school.post("other tutor", "league/freeze")
    assert answer.status_code == 200
    assert answer.json()["field"] == {"ready": [], "benched": [], "untried": []}
    refused = school.post("other tutor", "league/final")
    assert refused.status_code == 400
    assert "two bots" in refused.json()["error"]
    late = school.post("other tutor", "league/thaw", json={"deadline": "2020-01-01"})
    assert late.status_code == 400
    assert "over already" in late.json()["error"]
    wish = {"deadline": "2999-01-01T12:00"}
    assert school.post("other tutor", "league/thaw", json=wish).status_code == 200
    told = school.get("other tutor", "leagues/closed").json()
    assert (told["stage"], told["deadline"]) == ("open", "2999-01-01T12:00:00+00:00")


def test_the_games_of_a_closed_league_are_not_among_all_games(school: Class) -> None:
    league = small_named(school, "closed")
    assert league == "closed"
    listed = school.client.get("/api/stored").json()
    assert all(game["event"] != "league: closed" for game in listed["games"])
    number = school.database.count()
    assert number
    assert school.client.get(f"/api/stored/{number}").status_code == 404
    assert school.client.get(f"/api/stored/{number}/record").status_code == 404
    assert school.get("other tutor", f"leagues/closed/games/{number}").status_code == 200
    assert school.get("other tutor", f"leagues/cup/games/{number}").status_code == 404
    assert school.get("member", f"leagues/closed/games/{number}").status_code == 403


def small_named(school: Class, name: str) -> str:
    """Play one game for a league, as a worker does."""
    from trivium.arena.fixtures import play_fixture
    from trivium.league.entry.versions import reference
    from trivium.league.ladder.drawing import fixture_of
    from trivium.league.ladder.ledger import LeagueLedger

    ledger = LeagueLedger(school.database, school.closed)
    assert ledger.claim_new("7a", ("level1", "level2"))
    pair = reference("level1"), reference("level2")
    assert ledger.finish("7a", play_fixture(fixture_of(school.closed.plan, "7a", pair)))
    ledger.release()
    return school.closed.name


def test_a_league_is_made_by_who_holds_the_secret(
    school: Class, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIVIUM_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("trivium.league.ladder.crew.Crew.play", lambda self, name: None)
    wish: dict[str, Any] = {"name": "on the page", "game": "cachex", "sizes": ["3"]}
    for headers in ({}, bearer(""), bearer("guess")):
        assert school.client.post("/api/league/new", json=wish, headers=headers).status_code == 403
    made = school.client.post("/api/league/new", json=wish, headers=bearer(server_secret()))
    assert made.status_code == 201
    me = school.client.get("/api/league/me", headers=bearer(made.json()["token"])).json()
    assert (me["role"], me["league"]) == ("tutor", "on the page")
    wish |= {"name": "closed Swiss", "final": "swiss", "final_rounds": 9, "open": False}
    assert school.client.post("/api/league/new", json=wish, headers=bearer(server_secret()))
    plan = find_league(school.database, "closed Swiss").plan
    assert (plan.final_format, plan.final_rounds, plan.open) == ("swiss", 9, False)
    for wrong in ({"final": "gauntlet"}, {"final_rounds": 0}, {"sizes": ["99"]}, {"clock": "soon"}):
        headers = bearer(server_secret())
        refused = school.client.post(
            "/api/league/new", json=wish | {"name": "wrong"} | wrong, headers=headers
        )
        assert refused.status_code in (400, 422)
    assert (tmp_path / "league-secret").stat().st_mode & 0o077 == 0


def test_a_tutor_adds_members_and_a_revoked_token_is_worthless(school: Class) -> None:
    made = school.post("tutor", "league/members", json={"text": "zoe\n<i>, spectator\n"}).json()
    assert [one["name"] for one in made] == ["zoe", "<i>"]
    zoe = bearer(made[0]["token"])
    assert school.client.get("/api/league/mine", headers=zoe).status_code == 200
    assert school.post("tutor", "league/members/revoke", json={"name": "zoe"}).status_code == 200
    assert school.client.get("/api/league/mine", headers=zoe).status_code == 403


def test_guessing_tokens_comes_to_an_end(school: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    from trivium.web.guard import Allowance

    monkeypatch.setattr("trivium.web.routes.leagues._wrong_tokens", Allowance(0.001, 5))
    statuses = [
        school.client.get("/api/league/me", headers=bearer(f"guess {number}")).status_code
        for number in range(8)
    ]
    assert statuses == [403] * 5 + [429] * 3
    assert school.get("member", "league/me").status_code == 200
