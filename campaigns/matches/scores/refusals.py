"""What the scoring engines refuse, as the site's refusals: sentences with the players' names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from campaigns.matches.scores.pad import Pad
from campaigns.matches.scores.wording import Names
from club.operations import Objection, Refused
from engines.core.problems import Illegal, Malformed
from engines.core.score import Setup


@contextmanager
def refusing(pad: Pad[Any], players: Iterable[str] = (), setup: Setup | None = None) -> Iterator[None]:
    """Enclose what an engine reads or judges: whatever it objects to is refused, in the words of ``refusal``."""
    try:
        yield
    except (Illegal, Malformed) as error:
        raise refusal(error, pad, players, setup) from error


def refusal(error: Illegal | Malformed, pad: Pad[Any], players: Iterable[str], setup: Setup | None = None) -> Refused:
    """Return the refusal that says everything the engine found; with the ``setup`` cards are called by their names."""
    names = pad.names(setup, players) if setup is not None else Names(players)
    if isinstance(error, Malformed):
        return Refused.because("malformed", pad.unreadable(error))
    return Refused(Objection(p.code, pad.problem(p, names), params=p.params) for p in error.problems)
