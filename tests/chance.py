"""Chance in the tests: what the site draws in secret is another in each test, and the same whenever that test runs.

Slugs, join codes, session keys and above all the seeds of dice nobody chose: whatever a test does with them happens
on every run or on none. What is made once for several tests has a chance of its own as well, whichever of them is
first. Other processes draw as ever.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

_chance = Random(0)


def foresee() -> None:
    """Have ``secrets`` draw from here; for the run's start."""
    known: dict[str, Any] = {
        "token_bytes": lambda nbytes=None: _chance.randbytes(32 if nbytes is None else nbytes),
        "choice": lambda sequence: _chance.choice(sequence),
        "randbelow": lambda limit: _chance.randrange(limit),
        "randbits": lambda bits: _chance.getrandbits(bits),
        "SystemRandom": lambda: Random(_chance.getrandbits(64)),
    }
    for name, drawn in known.items():
        setattr(secrets, name, drawn)  # token_hex and token_urlsafe go by token_bytes


def begin(test: str) -> None:
    """Let the chance of a test begin."""
    _chance.seed(test)


@contextmanager
def shared_by(fixture: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Iterator[None]:
    """Make what several tests share with a chance that is none of theirs."""
    if fixture.scope == "function":
        yield
        return
    with of(f"{request.node.nodeid} {fixture.argname}"):
        yield


@contextmanager
def of(name: str) -> Iterator[None]:
    """A chance of its own for what is made once, in whichever test."""
    its_own = _chance.getstate()
    _chance.seed(name)
    try:
        yield
    finally:
        _chance.setstate(its_own)
