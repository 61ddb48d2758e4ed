"""Places for WebSockets, shared fairly: nobody keeps others out by being there first.

As long as there is room, everybody gets a place, up to a number for each address. When all are
taken, whoever comes gets one from the address that has the most of them, if that is more than
their own would be; it is the youngest of those that goes. So as many addresses as there are places
could fill them, but not three. This machine itself is always let in and never sent away, up to
its number.

There are two halls: one for those who hold a seat in a game, one for all others, who watch or
analyse. Everybody comes in through the second, and moves when they have shown a seat's secret.
All methods belong to the event loop's thread.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass

IPV6_NETWORK = 64
"""Bits of an IPv6 address that are one household's; the rest they choose as they like."""


@dataclass(eq=False)
class Place:
    """A connection that has a place."""

    address: str
    leave: Callable[[], None]
    """Sends the connection away."""
    hall: Hall | None = None

    def give_up(self) -> None:
        """Leave the place to others."""
        if self.hall is not None:
            self.hall.places[self.address].remove(self)
            if not self.hall.places[self.address]:
                del self.hall.places[self.address]
            self.hall = None


class Hall:
    """Places of one kind."""

    def __init__(self, most: int, each: int) -> None:
        """There are `most` of them, and `each` for one address."""
        self._most = most
        self._each = each
        self.places: dict[str, list[Place]] = {}
        """By address, the youngest last."""

    def __len__(self) -> int:
        return sum(map(len, self.places.values()))

    def admit(self, guest: Place) -> bool:
        """Give somebody a place, who leaves the one they had; return whether there was one."""
        mine = len(self.places.get(guest.address, ()))
        if mine >= self._each:
            return False
        if len(self) >= self._most:
            displaced = self._who_yields_to(guest.address, mine)
            if displaced is None:
                return False
            displaced.give_up()
            displaced.leave()
        guest.give_up()
        guest.hall = self
        self.places.setdefault(guest.address, []).append(guest)
        return True

    def _who_yields_to(self, address: str, mine: int) -> Place | None:
        """Return who has to leave if an address that has `mine` places wants another."""
        strangers = [place for place in self.places.items() if not is_here(place[0])]
        here = is_here(address)
        rivals = strangers if strangers or not here else list(self.places.items())
        _, most = max(rivals, key=lambda rival: len(rival[1]), default=("", []))
        yields = len(most) > mine + 1 or (here and strangers)
        return most[-1] if yields else None


def household(address: str) -> str:
    """Return what counts as one address: of IPv6 the network that a household has."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if known.version == 4:
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    if known.is_loopback:
        return str(known)
    return str(ipaddress.ip_network((known, IPV6_NETWORK), strict=False))


def is_here(address: str) -> bool:
    """Return whether an address is this machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
