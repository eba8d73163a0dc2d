"""Battles told: who won, against which odds, what it meant, and who felled whom with what.

A warband’s name may be a plural or not: where one is the subject of a French verb, the translation has both numbers
(``club.grammar``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext_lazy

from campaigns.wars.chronicle.facts import (
    Deed,
    Flight,
    Mishap,
    PointsRecord,
    Result,
    Run,
    RunBroken,
    TakedownRecord,
    Upset,
    Victim,
    WaitOver,
)
from campaigns.wars.chronicle.telling.grammar import in_words, listed
from campaigns.wars.chronicle.telling.voice import Voice
from campaigns.wars.chronicle.telling.weapons import with_what
from campaigns.wars.replay.wording.names import join
from club.grammar import filled, named

WON: Final = (
    gettext_lazy("Victory went to %(winner)s against %(loser)s, %(points)s to %(less)s."),
    gettext_lazy("%(points)s to %(less)s: the fight against %(loser)s went the way of %(winner)s."),
    gettext_lazy("Against %(loser)s the day belonged to %(winner)s, %(points)s to %(less)s."),
)
SHUT_OUT: Final = (
    gettext_lazy("A clean victory for %(winner)s, %(points)s to %(less)s: not one point was conceded to %(loser)s."),
    gettext_lazy("%(winner)s conceded nothing to %(loser)s: victory, %(points)s to %(less)s."),
)
DECREED: Final = (
    gettext_lazy(
        "By the points it was %(points)s to %(less)s, yet the scenario gave the victory to %(winner)s over %(loser)s."
    ),
)
DRAWN: Final = (
    gettext_lazy("%(winner)s and %(loser)s parted as equals, %(points)s to %(less)s."),
    gettext_lazy("Neither %(winner)s nor %(loser)s gave way: a draw, %(points)s to %(less)s."),
)
DRAWN_BY_DECREE: Final = (
    gettext_lazy(
        "%(points)s to %(less)s, and still no victor between %(winner)s and %(loser)s: the scenario made it a draw."
    ),
)
LONG_ODDS: Final = (
    gettext_lazy("Who would have thought it? The forecast gave %(winner)s %(chances)s chances in 100."),
    gettext_lazy("The forecast had seen it differently: %(chances)s chances in 100 for %(winner)s."),
)
RUNS: Final = (
    gettext_lazy("That makes %(count)s victories in a row for %(warband)s."),
    gettext_lazy("Nothing stops %(warband)s any more: %(count)s victories running."),
)
FELLED: Final = (
    (gettext_lazy("%(doer)s felled %(victim)s."), gettext_lazy("%(doer)s felled %(victim)s %(how)s.")),
    (
        gettext_lazy("%(doer)s put %(victim)s out of action."),
        gettext_lazy("%(doer)s put %(victim)s out of action %(how)s."),
    ),
    (gettext_lazy("%(doer)s laid %(victim)s low."), gettext_lazy("%(doer)s laid %(victim)s low %(how)s.")),
)
"""Of one figure: without and with a weapon."""
KILLED: Final = (
    gettext_lazy("%(doer)s killed %(victim)s outright."),
    gettext_lazy("%(doer)s killed %(victim)s outright %(how)s."),
)
FELLED_SEVERAL: Final = (
    gettext_lazy("%(doer)s felled %(victims)s."),
    gettext_lazy("%(count)s enemies fell to %(doer)s: %(victims)s."),
)
FELLED_ALIKE: Final = gettext_lazy("%(doer)s felled %(victims)s, each time %(how)s.")
KILLED_SEVERAL: Final = gettext_lazy("%(doer)s killed %(victims)s outright.")
KILLED_ALIKE: Final = gettext_lazy("%(doer)s killed %(victims)s outright, each time %(how)s.")
FELLED_AND_KILLED: Final = gettext_lazy("%(doer)s felled %(victims)s and killed %(dead)s outright.")
FELLED_AND_KILLED_ALIKE: Final = gettext_lazy(
    "%(doer)s felled %(victims)s and killed %(dead)s outright, each time %(how)s."
)
LEADERLESS: Final = (
    gettext_lazy("That left %(warband)s without a leader."),
    gettext_lazy("From then on nobody gave orders to %(warband)s."),
)
FLED: Final = ngettext_lazy("%(names)s fled the table.", "%(names)s took to their heels together.", "count")
MISHAP: Final = ngettext_lazy(
    "An accident put %(names)s out of action.", "Accidents put %(names)s out of action.", "count"
)
DEADLY_MISHAP: Final = ngettext_lazy("An accident killed %(names)s.", "Accidents killed %(names)s.", "count")


def _result(fact: Result, voice: Voice) -> Iterator[str]:
    if len(fact.sides) == 1:
        yield _alone(fact)
        return
    if len(fact.sides) > 2:
        yield _melee(fact)
        return
    (winner, points), (loser, less) = fact.sides
    kind, ways = _ending(fact, points, less)
    values = {"winner": named(winner), "loser": named(loser), "points": points, "less": less}
    yield filled(voice.pick(kind, ways), values)


def _alone(fact: Result) -> str:
    """Say how a warband fared that met no other."""
    text = _("There was no holding out for %(warband)s.") if fact.drawn else _("No one broke %(warband)s.")
    return filled(text, {"warband": named(fact.sides[0][0])})


def _ending(fact: Result, points: int, less: int) -> tuple[str, Sequence[object]]:
    """Return what kind of ending it was, and the ways to say so."""
    if fact.drawn:
        return ("drawn_by_decree", DRAWN_BY_DECREE) if fact.decreed else ("drawn", DRAWN)
    if fact.decreed or points == less:  # equal points decide nothing: the scenario did
        return "decreed", DECREED
    return ("shut_out", SHUT_OUT) if less == 0 < points else ("won", WON)


def _melee(fact: Result) -> str:
    """Say how a battle of more than two warbands ended."""
    told = [f"{named(name)} ({points})" for name, points in fact.sides]
    if fact.drawn:
        return filled(_("No victor among %(names)s."), {"names": join(told)})
    return filled(_("Victory went to %(winner)s against %(losers)s."), {"winner": told[0], "losers": join(told[1:])})


def _upset(fact: Upset, voice: Voice) -> Iterator[str]:
    values = {"winner": named(fact.winner), "chances": fact.chances}
    if fact.chances < 2:
        yield filled(_("The forecast had given %(winner)s hardly a chance."), values)
    else:
        yield filled(voice.pick("upset", LONG_ODDS), values)


def _run(fact: Run, voice: Voice) -> Iterator[str]:
    values = {"warband": named(fact.warband), "count": in_words(fact.wins)}
    yield filled(voice.pick("run", RUNS), values)


def _run_broken(fact: RunBroken, voice: Voice) -> Iterator[str]:
    values = {"warband": named(fact.warband), "count": in_words(fact.wins)}
    yield filled(_("So ended a run of %(count)s victories for %(warband)s."), values)


def _wait_over(fact: WaitOver, voice: Voice) -> Iterator[str]:
    values = {"warband": named(fact.warband), "count": in_words(fact.battles)}
    yield filled(_("It ended a wait of %(count)s battles for %(warband)s."), values)


def _points_record(fact: PointsRecord, voice: Voice) -> Iterator[str]:
    values = {"warband": named(fact.warband), "points": fact.points}
    yield filled(
        _("With %(points)s points from one battle, the record of the campaign now belongs to %(warband)s."), values
    )


def _takedown_record(fact: TakedownRecord, voice: Voice) -> Iterator[str]:
    values = {"warband": named(fact.warband), "count": in_words(fact.enemies)}
    yield filled(
        _("Before %(warband)s, nobody in this campaign had put %(count)s enemies out of action in a single battle."),
        values,
    )


def _deed(fact: Deed, voice: Voice) -> Iterator[str]:
    felled = [victim for victim in fact.victims if not victim.killed]
    killed = [victim for victim in fact.victims if victim.killed]
    if felled and killed:
        yield _both(fact.doer, felled, killed, voice)
    elif len(fact.victims) == 1:
        yield _tell_victim(fact.doer, fact.victims[0], voice)
    else:
        yield _several(fact.doer, fact.victims, voice)
    for victim in fact.victims:
        if victim.led:
            yield filled(voice.pick("leaderless", LEADERLESS), {"warband": named(victim.led)})


def _tell_victim(doer: str, victim: Victim, voice: Voice) -> str:
    values = {"doer": named(doer), "victim": _victim(victim), "how": with_what(victim.weapons, voice.catalogue)}
    ways = KILLED if victim.killed else voice.pick("felled", FELLED)
    return filled(ways[1] if values["how"] else ways[0], values)


def _both(doer: str, felled: Sequence[Victim], killed: Sequence[Victim], voice: Voice) -> str:
    """Tell of some who were put out of action and some who were killed by the same hand."""
    how = _always(*felled, *killed, voice=voice)
    dead = _victims(killed, how, voice)
    values = {"doer": named(doer), "victims": _victims(felled, how, voice), "dead": dead, "how": how}
    return filled(FELLED_AND_KILLED_ALIKE if how else FELLED_AND_KILLED, values)


def _several(doer: str, victims: Sequence[Victim], voice: Voice) -> str:
    """Tell of several victims together; the weapon is said once if it was always the same."""
    how, killed = _always(*victims, voice=voice), victims[0].killed
    values = {
        "doer": named(doer),
        "count": in_words(len(victims)),
        "victims": _victims(victims, how, voice),
        "how": how,
    }
    if how:
        return filled(KILLED_ALIKE if killed else FELLED_ALIKE, values)
    return filled(KILLED_SEVERAL if killed else voice.pick("felled_several", FELLED_SEVERAL), values)


def _always(*victims: Victim, voice: Voice) -> str:
    """Return with what all of them were struck; empty if unknown, or not always the same."""
    hows = {with_what(victim.weapons, voice.catalogue) for victim in victims}
    return hows.pop() if len(hows) == 1 else ""


def _victims(victims: Sequence[Victim], how: str, voice: Voice) -> str:
    """Return the victims' names, each with what it was struck with unless that is said of all (``how``)."""
    hows = ["" if how else with_what(victim.weapons, voice.catalogue) for victim in victims]
    return join(f"{_victim(victim)} {one}".rstrip() for victim, one in zip(victims, hows, strict=True))


def _victim(victim: Victim) -> str:
    return f"{named(victim.name)} ({named(victim.warband)})" if victim.warband else named(victim.name)


def _mishap(fact: Mishap, voice: Voice) -> Iterator[str]:
    values = {"names": listed(fact.names), "count": len(fact.names)}
    yield filled(DEADLY_MISHAP if fact.killed else MISHAP, values)


def _flight(fact: Flight, voice: Voice) -> Iterator[str]:
    yield filled(FLED, {"names": listed(fact.names), "count": len(fact.names)})


TELLERS: Final[Mapping[type, Callable[[Any, Voice], Iterator[str]]]] = {
    Result: _result,
    Upset: _upset,
    Run: _run,
    RunBroken: _run_broken,
    WaitOver: _wait_over,
    PointsRecord: _points_record,
    TakedownRecord: _takedown_record,
    Deed: _deed,
    Mishap: _mishap,
    Flight: _flight,
}
