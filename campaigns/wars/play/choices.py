"""What may be decided now, as a list of sentences with odds, grouped by figure or by what is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy
from msgspec import Struct

from campaigns.wars.play.wording.odds import odds_of
from campaigns.wars.play.wording.options import option_sentence
from campaigns.wars.play.wording.terms import Reason, leads_text, reasons_of, tests_of
from campaigns.wars.replay.wording import Names
from engines.musg.battle.decision import Ask, Decision
from engines.musg.prospects import Chances, Option, OptionKind, code_of

TESTS: Final = 2
"""So many tests that a step brings are told on its button."""


class Choice(Struct, frozen=True):
    """An option as the page offers it: ``code`` is what to send. ``cost`` in words; ``primary``: to be tapped first.

    ``odds`` say the ``chances`` in words; ``ends`` is where a way ends, "x,y" in paces from the upper left corner.
    """

    code: str
    kind: str
    icon: str
    sentence: str
    cost: str
    odds: tuple[str, ...]
    place: str
    tests: tuple[Reason, ...]
    reasons: tuple[Reason, ...]
    figure: int | None = None
    target: int | None = None
    ends: str = ""
    primary: bool = False
    chances: Chances | None = None

    @property
    def first_tests(self) -> tuple[Reason, ...]:
        """The tests that are told at once; the others stand with what the chances are made of."""
        return self.tests[:TESTS]

    @property
    def more_tests(self) -> int:
        """How many others there are."""
        return max(0, len(self.tests) - TESTS)


class Group(Struct, frozen=True):
    """Choices that belong together, with a heading; ``open``: shown at once. ``figure`` is whom they are about."""

    title: str
    choices: tuple[Choice, ...]
    figure: int | None = None
    open: bool = True


_MOVES: Final = (OptionKind.WALK, OptionKind.RUN, OptionKind.BREAK_OFF, OptionKind.CARRY, OptionKind.LEAVE)
_HEADINGS: Final[tuple[tuple[tuple[OptionKind, ...], Promise | str], ...]] = (
    ((OptionKind.STRIKE,), gettext_lazy("Strike")),
    ((OptionKind.SHOOT,), gettext_lazy("Shoot")),
    ((OptionKind.CHARGE,), pgettext_lazy("what a figure does", "Charge")),
    ((OptionKind.WALK, OptionKind.CARRY, OptionKind.LEAVE), gettext_lazy("Walk")),
    ((OptionKind.RUN,), gettext_lazy("Run")),
    ((OptionKind.BREAK_OFF,), gettext_lazy("Break off")),
)
_OTHERWISE: Final = gettext_lazy("Something else")
_ICONS: Final = {
    OptionKind.SHOOT: "eye-target",
    OptionKind.FREE_SHOT: "eye-target",
    OptionKind.STRIKE: "fist",
    OptionKind.CHARGE: "crossed-swords",
    OptionKind.RUN: "run",
    OptionKind.WALK: "boot",
}


def groups_of(options: Sequence[Option], names: Names, decision: Decision) -> tuple[Group, ...]:
    """Return what may be decided in groups; what ends the activation or declines stands last, without a heading."""
    made = [(option, _choice(option, names, decision)) for option in options]
    alike = Counter((choice.sentence, choice.place) for _option, choice in made)
    made = [
        (option, _choice(option, names, decision, digits=1) if alike[choice.sentence, choice.place] > 1 else choice)
        for option, choice in made
    ]
    last = tuple([choice for option, choice in made if option.kind in _CLOSING])
    rest = [(option, choice) for option, choice in made if option.kind not in _CLOSING]
    if decision.ask is Ask.ACT:
        groups = _by_deed(rest)
    elif decision.ask in (Ask.DEPLOY, Ask.CUSTOM, Ask.ARRIVE):
        groups = _by_figure(rest, names)
    else:
        groups = [Group("", tuple([choice for _option, choice in rest]))] if rest else []
    return (*groups, Group("", last)) if last else tuple(groups)


_CLOSING: Final = (OptionKind.END, OptionKind.PASS, OptionKind.DECLINE)
_ONE_OF_SEVERAL: Final = frozenset({"goal", "mark"})
"""What moves lead towards that has no name of its own."""


def _by_deed(rest: Iterable[tuple[Option, Choice]]) -> list[Group]:
    rows = list(rest)
    groups = []
    taken: set[OptionKind] = set()
    for kinds, title in _HEADINGS:
        taken |= set(kinds)
        found = tuple([choice for option, choice in rows if option.kind in kinds])
        if found:
            groups.append(Group(str(title), found))
    others = tuple([choice for option, choice in rows if option.kind not in taken])
    if others:
        groups.append(Group(str(_OTHERWISE), others))
    return groups


def _by_figure(rest: Iterable[tuple[Option, Choice]], names: Names) -> list[Group]:
    groups = []
    for figure, some in groupby(rest, key=lambda row: row[0].figure):
        title = "" if figure is None else names.figure(figure)
        groups.append(Group(title, tuple([choice for _option, choice in some]), figure))
    if all(len(group.choices) == 1 for group in groups):  # the answers name their figures themselves
        return [Group("", tuple([group.choices[0] for group in groups]))] if groups else []
    return groups


def _choice(option: Option, names: Names, decision: Decision, digits: int = 0) -> Choice:
    """Return an option as a choice; ``digits``: how exactly its place is told, which others may be near."""
    leads = option.leads
    terms = option.terms if option.kind not in (*_MOVES, OptionKind.ACTIVATE) else ()
    return Choice(
        code=code_of(option.action),
        kind=option.kind.value,
        icon=_ICONS.get(option.kind, ""),
        sentence=option_sentence(option, names, decision),
        cost=_cost(option),
        odds=odds_of(option, names),
        place=_place(option, names, digits),
        tests=tests_of(option.tests, names),
        reasons=reasons_of(terms, names),
        figure=option.figure,
        target=option.target,
        ends="" if leads is None else f"{leads.to[0]:g},{leads.to[1]:g}",
        primary=option.kind in (OptionKind.ACTIVATE, OptionKind.INTERCEPT, OptionKind.FREE_SHOT),
        chances=option.chances,
    )


def _place(option: Option, names: Names, digits: int) -> str:
    """Return where an option leads; of what else reads alike, as what modules place or drive does, exactly where."""
    leads = option.leads
    parts = [leads_text(leads, names)]
    if leads is not None and (option.kind is OptionKind.CUSTOM or option.code in _ONE_OF_SEVERAL):
        x, y = (number_format(round(one, digits), decimal_pos=digits) for one in leads.to)
        text = _("at %(x)s, %(y)s") if not digits else _("at %(x)s / %(y)s")
        parts.insert(0, text % {"x": x, "y": y})
    return ", ".join(filter(None, parts))


def _cost(option: Option) -> str:
    if option.kind is OptionKind.END and option.lost:
        text = ngettext("%(count)s action point is lost", "%(count)s action points are lost", option.lost)
        return text % {"count": option.lost}
    points = option.cost
    if option.kind is OptionKind.ACTIVATE:
        points = int(next((term.value or 0 for term in option.terms if term.code == "action_points"), 0))
    if not points:
        return ""
    text = ngettext("%(count)s action point", "%(count)s action points", points)
    return text % {"count": points}
