"""Few addresses cannot keep others out, and this machine is never locked out."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.serving import listening
from trivium.web.places import Hall, Place, household, is_here

HERE = "127.0.0.1"


def guest(address: str) -> Place:
    return Place(address, leave=lambda: None)


def taken(hall: Hall) -> dict[str, int]:
    return {address: len(places) for address, places in hall.places.items()}


def test_three_addresses_cannot_take_all_places() -> None:
    hall = Hall(most=12, each=6)
    for address in ("a", "b", "c"):
        for _ in range(20):
            hall.admit(guest(address))
    assert sum(taken(hall).values()) == 12
    for address in ("d", "e", "f"):
        assert hall.admit(guest(address)) and hall.admit(guest(address))
    assert taken(hall) == dict.fromkeys("abcdef", 2)
    assert not hall.admit(guest("a"))


def test_who_has_to_leave_is_the_youngest_of_the_greediest_and_told() -> None:
    left: list[str] = []
    hall = Hall(most=3, each=3)
    old, young = (Place("a", partial(left.append, name)) for name in ("old", "young"))
    for place in (old, young, guest("b")):
        assert hall.admit(place)
    assert hall.admit(guest("c"))
    assert left == ["young"]
    assert young.hall is None and old.hall is hall


def test_this_machine_is_let_in_even_if_all_others_have_one_place_each() -> None:
    hall = Hall(most=5, each=3)
    for number in range(5):
        assert hall.admit(guest(f"10.0.0.{number}"))
    assert not hall.admit(guest("10.0.0.9"))
    for _ in range(3):
        assert hall.admit(guest(HERE))
    assert not hall.admit(guest(HERE)), "its own number is the limit"
    for number in range(10, 20):
        hall.admit(guest(f"10.0.0.{number}"))
    assert taken(hall)[HERE] == 3


def test_a_server_in_front_on_this_machine_has_the_places_of_one_address() -> None:
    hall = Hall(most=5, each=3)
    assert [hall.admit(guest(HERE)) for _ in range(5)] == [True] * 3 + [False] * 2


@given(
    st.lists(st.tuples(st.sampled_from(["a", "b", "c", HERE]), st.booleans()), max_size=60),
    st.integers(1, 8),
    st.integers(1, 8),
)
def test_whatever_comes_and_goes_the_numbers_are_kept(
    visits: list[tuple[str, bool]], most: int, each: int
) -> None:
    hall, inside = Hall(most, each), []
    for address, comes in visits:
        if comes:
            place = guest(address)
            before = taken(hall)
            if hall.admit(place):
                inside.append(place)
            elif before.get(address, 0) < each:
                assert all(
                    count <= before.get(address, 0) + 1
                    for other, count in before.items()
                    if not is_here(other)
                )
        elif inside:
            inside.pop().give_up()
        inside = [place for place in inside if place.hall is hall]
        assert len(hall) == len(inside) <= most
        assert all(count <= each for count in taken(hall).values())


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_ipv6_household_is_one_address(address: str, counts_as: str) -> None:
    assert household(address) == counts_as


def test_only_loopback_is_here() -> None:
    assert is_here("127.0.0.1") and is_here("::1")
    assert not any(map(is_here, ("192.0.2.7", "2001:db8::/64", "localhost", "")))


async def knock(address: str, stack: AsyncExitStack, path: str, who: str) -> ClientConnection:
    """Connect as an address of this machine that the server's own proxy speaks for."""
    url = f"{address.replace('http', 'ws')}/api/{path}"
    return await stack.enter_async_context(
        connect(url, additional_headers={"X-Forwarded-For": who})
    )


async def answers(connection: ClientConnection) -> bool:
    try:
        await connection.send('{"type": "ping"}')
        while json.loads(await asyncio.wait_for(connection.recv(), 20))["type"] != "pong":
            pass
    except ConnectionClosed as closed:
        assert closed.rcvd is not None and closed.rcvd.code == 4429
        return False
    return True


def test_a_crowd_from_few_addresses_makes_way_and_players_keep_their_places(
    tmp_path: Path,
) -> None:
    async def crowd(address: str) -> None:
        async with AsyncExitStack() as stack:
            game = await asyncio.to_thread(_new_game, address)
            player = await knock(address, stack, f"games/{game['id']}/live", "192.0.2.1")
            await player.send(json.dumps({"type": "hello", "tokens": [game["tokens"]["blue"]]}))
            assert await answers(player)
            greedy = [
                await knock(address, stack, "analysis", f"192.0.2.{1 + number % 3}")
                for number in range(6)
            ]
            with pytest.raises(InvalidStatus):
                await knock(address, stack, "analysis", "192.0.2.1")
            newcomer = await knock(address, stack, "analysis", "192.0.2.9")
            assert await answers(newcomer)
            assert await answers(player)
            assert sorted([await answers(one) for one in greedy]) == [False] + [True] * 5

    with listening(
        tmp_path, guest_places=6, guest_places_each=4, proxies=("127.0.0.1",)
    ) as address:
        asyncio.run(crowd(address))


def _new_game(address: str) -> Any:
    import httpx2 as httpx

    seats = [{"kind": "person"}, {"kind": "person"}]
    wish = {"game": "hexifence", "size": "2", "seats": seats}
    return httpx.post(f"{address}/api/games", json=wish, timeout=60).json()
