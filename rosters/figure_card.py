"""One figure as pages and the printed sheet show it: every number worked out, every word in one language.

A card is a pure function of the figure, its experience boxes and the language, so it is cached: a roster page
costs next to nothing once its figures have been shown.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language, gettext as _, ngettext, override
from msgspec import UNSET, Struct

from club.words import words
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Skill
from engines.musg.profile import Effective, ProfileLine, Step, StepKind, effective
from engines.musg.pulp import passing
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband
from rosters import wording
from rosters.gear_lines import (
    MINUS,
    Arm,
    Carried,
    Known,
    MeleeLine,
    RangedLine,
    carried,
    gear_lines,
    in_few_words,
)
from rosters.weapon_tables import WeaponTable, weapon_tables

SETBACK = "setback"
"""The code of what weighs on a figure in its next battle only."""
UNPAID = "unpaid"
"""The code of who takes no part in the next battle because nobody has paid for it."""


class Reason(Struct, frozen=True):
    """One step of a characteristic's explanation: what causes it, by how much, and where the rule is found."""

    source: str
    change: str
    rule: str


class Stat(Struct, frozen=True):
    """One characteristic: heading, whole name, value and printed value as shown ("3+"), and what changed it.

    ``mark`` is "is-better", "is-worse" or empty, as the style sheet calls it.
    """

    code: str
    short: str
    name: str
    value: str
    base: str
    mark: str
    reasons: tuple[Reason, ...]


class Box(Struct, frozen=True):
    """One box of experience, from 1; every fifth one is grey (Musg, Utilisation de l'expérience)."""

    number: int
    ticked: bool
    grey: bool


def experience_boxes(count: int, ticked: int, every: int) -> tuple[Box, ...]:
    """Return the boxes of a sheet that has ``count`` of them, each of number ``every`` grey."""
    return tuple(Box(n, n <= ticked, n % every == 0) for n in range(1, count + 1))


class FigureCard(Struct, frozen=True):
    """Everything there is to read about one figure.

    ``title`` is its rank, race or calling in one line, ``calling`` the same without
    race and past. ``hire`` is what a hired figure costs; ``paid_ahead`` whether
    its next battle is paid for. ``next_battle`` lists what holds for the next battle only. ``boxes`` is empty for those
    who never learn; ``choices`` counts skills to be chosen.
    """

    number: int
    name: str
    rank: str
    rank_name: str
    race: str
    race_name: str
    title: str
    calling: str
    is_hero: bool
    active: bool
    standing: str
    standing_name: str
    value: int
    stats: tuple[Stat, ...]
    open_ground: Stat | None
    ranged: tuple[RangedLine, ...]
    melee: tuple[MeleeLine, ...]
    equipment: tuple[Known, ...]
    arms: tuple[Arm, ...]
    items: tuple[Carried, ...]
    skills: tuple[Known, ...]
    injuries: tuple[Known, ...]
    traits: tuple[str, ...]
    next_battle: tuple[Known, ...]
    boxes: tuple[Box, ...]
    experience: int
    lifetime: int
    choices: int
    hired: bool
    hire: str
    paid_ahead: bool
    fee: int
    engagement: int

    @property
    def race_told(self) -> bool:
        """Whether race belongs to what is said of it: a mercenary's calling names it, an extra has none."""
        return self.title != self.calling

    @property
    def ticked(self) -> int:
        """How many boxes are ticked."""
        return sum(box.ticked for box in self.boxes)

    @property
    def explained(self) -> bool:
        """Whether anything differs from the printed profile."""
        return any(stat.reasons for stat in self.stats) or self.open_ground is not None

    @property
    def weapon_tables(self) -> list[WeaponTable]:
        """Its weapons, a table for each sort."""
        return weapon_tables(self.ranged, self.melee)

    @property
    def armed(self) -> bool:
        """Whether it carries anything at all."""
        return bool(self.ranged or self.melee or self.equipment)


def figure_card(figure: Figure, roster: Warband, language: str | None = None) -> FigureCard:
    """Return the card of a figure of ``roster`` in ``language`` (the reader's, if none is given)."""
    return card_of(figure, roster.boxes(figure), roster.catalogue, language or get_language() or "en")


def effective_profile(figure: Figure, catalogue: Catalogue) -> Effective:
    """Return a figure's present profile, with every step explained."""
    return _effective(
        catalogue,
        figure.race,
        figure.origin,
        figure.mercenary,
        figure.non_player or "",
        figure.item_codes,
        figure.skills,
        figure.ailments,
        figure.ailments_known,
    )


@lru_cache(maxsize=2048)
def _effective(
    catalogue: Catalogue,
    race: str,
    origin: Rank,
    mercenary: str | None,
    non_player: str,
    items: tuple[str, ...],
    skills: tuple[str, ...],
    injuries: tuple[str, ...],
    known: tuple[int, ...],
) -> Effective:
    bare = Figure(
        id=0,
        name="",
        rank=origin,
        race=race,
        origin=origin,
        cost=0,
        mercenary=mercenary,
        non_player=non_player or UNSET,
    )
    return effective(
        bare.profile(catalogue),
        catalogue,
        items=items,
        skills=skills,
        injuries=injuries,
        known=known,
        ignores_difficult_terrain=_ignores_difficult_terrain(bare, catalogue),
    )


def _ignores_difficult_terrain(figure: Figure, catalogue: Catalogue) -> bool:
    if figure.mercenary:
        return catalogue.mercenaries[figure.mercenary].ignores_difficult_terrain
    return catalogue.races[figure.race].ignores_difficult_terrain


@lru_cache(maxsize=1024)
def card_of(figure: Figure, boxes: int, catalogue: Catalogue, language: str) -> FigureCard:
    """Return the card of a figure whose sheet has this many experience boxes."""
    with override(language):
        return _worked_out(figure, boxes, catalogue)


def _worked_out(figure: Figure, box_count: int, catalogue: Catalogue) -> FigureCard:
    profile = effective_profile(figure, catalogue)
    rank_name = wording.rank_name(figure.rank)
    race_name = wording.marked_race(figure.race, catalogue)
    calling = _calling(figure, rank_name, catalogue)
    ranged, melee, equipment = gear_lines(figure, profile.strength, catalogue)
    ticked = min(figure.experience, box_count)
    contract = figure.contract
    return FigureCard(
        number=figure.id,
        name=figure.name,
        rank=figure.rank.value,
        rank_name=rank_name,
        race=figure.race,
        race_name=race_name,
        title=_title(figure, calling, race_name),
        calling=calling,
        is_hero=figure.rank.is_hero or figure.hired,
        active=figure.active,
        standing=figure.standing.value,
        standing_name=wording.standing_name(figure.standing),
        value=figure.value,
        stats=tuple(_stat(line, catalogue) for line in profile.lines),
        open_ground=_stat(profile.open_ground, catalogue) if profile.open_ground.steps else None,
        ranged=ranged,
        melee=melee,
        equipment=equipment,
        arms=in_few_words(ranged, melee, equipment),
        items=tuple(carried(item, catalogue) for item in figure.items),
        skills=tuple(_skill(catalogue.skill(code), catalogue) for code in figure.skills),
        injuries=tuple(_injury(one.code, one.foe.name if one.foe else "", catalogue) for one in figure.injuries),
        traits=_traits(figure, profile, catalogue),
        next_battle=_next_battle(figure, catalogue),
        boxes=experience_boxes(box_count, ticked, catalogue.grey_every),
        experience=figure.experience,
        lifetime=figure.lifetime,
        choices=figure.choices,
        hired=contract is not None,
        hire=_hire(contract.engagement, contract.fee) if contract else "",
        paid_ahead=bool(contract and contract.paid_ahead),
        fee=contract.fee if contract else 0,
        engagement=contract.engagement if contract else 0,
    )


def _calling(figure: Figure, rank_name: str, catalogue: Catalogue) -> str:
    if figure.mercenary:
        return f"{rank_name} · {wording.marked_in(catalogue.mercenaries, figure.mercenary, catalogue)}"
    if figure.non_player:
        return wording.marked_in(catalogue.non_players, figure.non_player, catalogue)
    return _("Living legend") if figure.hired else rank_name


def _title(figure: Figure, calling: str, race_name: str) -> str:
    if figure.mercenary or figure.non_player or figure.rank is Rank.EXTRA:
        return calling
    if not figure.hired and figure.origin is not figure.rank and figure.origin in (Rank.HENCHMAN, Rank.LIEUTENANT):
        former = _("formerly %(rank)s") % {"rank": wording.rank_name(figure.origin).lower()}
        return f"{calling} ({former}) · {race_name}"
    return f"{calling} · {race_name}"


# The profile line


def _stat(line: ProfileLine, catalogue: Catalogue) -> Stat:
    improved = line.improvement
    return Stat(
        code=line.characteristic.value,
        short=wording.characteristic_short(line.characteristic),
        name=wording.characteristic_name(line.characteristic),
        value=wording.characteristic_value(line.characteristic, line.value),
        base=wording.characteristic_value(line.characteristic, line.base),
        mark="is-better" if improved > 0 else "is-worse" if improved < 0 else "",
        reasons=tuple(reason(step, catalogue, is_target=line.is_target) for step in line.steps),
    )


def reason(step: Step, catalogue: Catalogue, *, is_target: bool) -> Reason:
    """Return one step of an explanation in words. ``is_target``: lower is better, as in "3+"."""
    name = {
        StepKind.INJURY: wording.injury_name,
        StepKind.SKILL: wording.skill_name,
        StepKind.GEAR: wording.item_name,
    }.get(step.source_kind)
    if name:
        source = name(step.source_code, catalogue)
    else:
        source = _("limit") if step.source_kind is StepKind.CAP else step.source_code
    return Reason(source, change(step.amount, is_target), wording.rule_name(step.note) if step.note else "")


def change(amount: int, is_target: bool) -> str:
    """Return an improvement (or, when negative, a worsening) in words: "+1", or "better by 1" for a die needed."""
    if not amount:
        return _("adds nothing")
    if not is_target:
        return f"+{amount}" if amount > 0 else f"{MINUS}{-amount}"
    if amount > 0:
        return ngettext("better by %(count)s", "better by %(count)s", amount) % {"count": amount}
    return ngettext("worse by %(count)s", "worse by %(count)s", -amount) % {"count": -amount}


# What else holds for it


def _skill(row: Skill, catalogue: Catalogue) -> Known:
    return Known(row.code, wording.marked(row, catalogue), words(row.effect))


def _injury(code: str, foe: str, catalogue: Catalogue) -> Known:
    name = wording.injury_name(code, catalogue)
    return Known(code, f"{name} ({foe})" if foe else name, words(catalogue.injury_called(code).effect))


def _traits(figure: Figure, profile: Effective, catalogue: Catalogue) -> tuple[str, ...]:
    if figure.mercenary:
        return tuple(words(rule) for rule in catalogue.mercenaries[figure.mercenary].rules)
    if figure.non_player:
        return tuple(words(note) for note in catalogue.non_players[figure.non_player].notes)
    race = catalogue.races[figure.race]
    found = []
    if profile.ignores_difficult_terrain:
        found.append(_("Difficult terrain does not slow the figure."))
    if race.neighbour_leadership:
        found.append(
            _("Ld +%(amount)s for each friend within %(paces)s paces, up to 11 (ruling M21).")
            % {"amount": race.neighbour_leadership, "paces": race.neighbour_range}
        )
    if not race.may_look_out:
        found.append(_("Never jumps in front of the leader: no “Look out, boss!” (ruling M23)."))
    return tuple(found)


def _next_battle(figure: Figure, catalogue: Catalogue) -> tuple[Known, ...]:
    found = []
    if figure.captive:
        effect = _("Captive of the aliens since “%(battle)s”: fights no battle until freed (ruling M330).")
        found.append(Known("captive", _("Captive of the aliens"), effect % {"battle": figure.captive.title}))
    if figure.misses_next:
        effect = _("Misses the next battle: still recovering, or held back by the referee.")
        found.append(Known("misses_next", _("Misses the next battle"), effect))
    if figure.ignores_first_wound:
        effect = _("The first hit point lost in the next battle does not count.")
        found.append(Known("ignores_first_wound", _("First wound ignored"), effect))
    for code in figure.setbacks or ():
        name = wording.injury_name(code, catalogue)
        brief = _("%(injury)s: counts in the next battle only, not for good (M168).") % {"injury": name}
        effect = brief if code in passing(catalogue) else words(catalogue.injury_called(code).effect)
        found.append(Known(SETBACK, name, effect))
    if figure.contract and figure.active and not figure.contract.paid_ahead:
        effect = _("Not paid for the next battle: takes no part until paid.")
        found.append(Known(UNPAID, _("Not paid"), effect))
    return tuple(found)


def _hire(engagement: int, fee: int) -> str:
    if engagement:
        return _("%(engagement)s points to engage, %(fee)s for each battle") % {"engagement": engagement, "fee": fee}
    return _("%(fee)s points for each battle") % {"fee": fee}
