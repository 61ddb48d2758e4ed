"""Ctrl-C waits for a safe moment, but not for ever."""

from __future__ import annotations

import signal

import pytest

from trivium.arena.interrupts import held_back, pass_on


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_an_interrupt_is_held_back_until_it_is_passed_on() -> None:
    reached = False
    with held_back():
        press()
        reached = True
        with pytest.raises(KeyboardInterrupt):
            pass_on()
        pass_on()
    assert reached


def test_a_second_interrupt_does_not_wait() -> None:
    with held_back(), pytest.raises(KeyboardInterrupt):
        press()
        press()


def test_elsewhere_an_interrupt_is_one_as_always() -> None:
    with held_back():
        press()
    pass_on()
    with pytest.raises(KeyboardInterrupt):
        press()
