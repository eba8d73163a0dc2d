"""Journal entries about people: hiring, engaging, releasing, dismissing, naming."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg import muster
from engines.musg.catalogue import Catalogue
from engines.musg.entries.base import (
    MERCENARIES,
    NOTE_LIMIT,
    Change,
    Edition,
    Entry,
    Phase,
    hired_figure,
    known_figure,
    left_out_problems,
    must,
    name_problems,
    reachable_figure,
    text_problems,
)
from engines.musg.events import Event
from engines.musg.injuries import lasting
from engines.musg.part import Side
from engines.musg.ranks import Rank
from engines.musg.rules import BOX_LIMIT
from engines.musg.succession import RANK_PRICE, Character, heirs, serving
from engines.musg.warband import Contract, Figure, Injury, Item, Standing, Warband


class Hire(Entry, frozen=True, kw_only=True, tag="hire"):
    """Hire a new member of ``rank`` from ``race``; it comes with its free dagger (rulings M29, M30)."""

    rank: Rank
    race: str
    name: str

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Race and rank must be open to this warband; a lost leader is replaced by a lieutenant if there is one."""
        yield from name_problems(self.name)
        if self.rank is Rank.MERCENARY or self.race not in warband.catalogue.races:
            yield Problem("no_such_profile", None, {"race": self.race, "rank": self.rank.value})
            return
        if self.rank is Rank.EXTRA:
            return
        if self.race not in muster.races_for(warband, self.rank) and not warband.is_exempt("race_not_allowed"):
            params: dict[str, int | str] = {"race": self.race, "rank": self.rank.value, "warband": warband.race}
            yield Problem("race_not_allowed", None, params, "ruling M16")
        if warband.mustered and self.rank is Rank.LIEUTENANT:
            count, most = len(warband.of_rank(Rank.LIEUTENANT)), warband.most_lieutenants
            if count >= most and not warband.is_exempt("too_many_lieutenants"):
                yield Problem("too_many_lieutenants", None, {"count": count + 1, "most": most}, "ruling M245")
        if warband.mustered and self.rank is Rank.LEADER and not warband.leader and heirs(warband):
            yield Problem("lieutenant_succeeds", None, {}, "ruling M249")

    def verify_fresh(self, warband: Warband) -> Iterable[Problem]:
        """The campaign must not leave it out."""
        return left_out_problems(warband, self.race)

    def apply(self, warband: Warband) -> Change:
        """Add the figure and pay its profile."""
        cost = muster.hire_cost(warband, self.rank, self.race)
        figure = Figure(
            id=warband.next_figure,
            name=self.name.strip(),
            rank=self.rank,
            race=self.race,
            origin=self.rank,
            cost=cost,
        )
        return _join(warband, figure, cost, Event("hired", figure.id, {"name": figure.name, "rank": self.rank.value}))


class Engage(Entry, frozen=True, kw_only=True, tag="engage"):
    """Engage one of the six mercenaries: 50 points, and 30 for the first battle ahead (ruling M13)."""

    mercenary: str
    name: str

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """The mercenary must exist."""
        yield from name_problems(self.name)
        if self.mercenary not in warband.catalogue.mercenaries:
            yield Problem("no_such_mercenary", None, {"item": self.mercenary})

    def verify_fresh(self, warband: Warband) -> Iterable[Problem]:
        """The campaign must not leave it out."""
        return left_out_problems(warband, self.mercenary)

    def apply(self, warband: Warband) -> Change:
        """Add the mercenary, with a leader's profile of its race, and pay engagement and first battle."""
        row = warband.catalogue.mercenaries[self.mercenary]
        figure = Figure(
            id=warband.next_figure,
            name=self.name.strip(),
            rank=Rank.MERCENARY,
            race=row.race,
            origin=Rank.LEADER,
            cost=0,
            mercenary=row.code,
            contract=Contract(row.engagement, row.fee, paid_ahead=1),
            skills=row.skills,
            given=len(row.skills) or UNSET,
        )
        paid = row.engagement + row.fee
        event = Event("engaged", figure.id, {"name": figure.name, "item": row.code})
        return _join(warband, figure, paid, event, brings=row.items)


LIFETIME_LIMIT: Final = 3 * BOX_LIMIT
SHEET_LIMIT: Final = 100
FOE_LIMIT: Final = 200


class HireCharacter(Entry, frozen=True, kw_only=True, tag="hire_character"):
    """Hire a living legend or another departed character; its price is due for every battle (ruling M250).

    A legend of pulp serves the heroes' side only, and where the whole table agrees: ``consent`` (ruling M314).
    """

    witnessed = True
    character: Character
    consent: bool | UnsetType = UNSET

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """What it carries and knows must exist, and its price must be what its sheet says."""
        yield from name_problems(self.character.name)
        if not _could_be(self.character, warband.catalogue):
            yield Problem("no_such_character", None, {"name": self.character.name}, "ruling M250")
        elif self.character.legend:
            who: dict[str, int | str] = {"name": self.character.name}
            if warband.part is UNSET or warband.part.side is not Side.HEROES:
                yield Problem("legend_of_heroes", None, who, "ruling M314")
            elif not self.consent:
                yield Problem("legend_needs_consent", None, who, "ruling M314")

    def verify_fresh(self, warband: Warband) -> Iterable[Problem]:
        """Nobody serves the same warband twice at once."""
        if serving(warband, self.character.name, self.character.race):
            yield Problem("serves_already", None, {"name": self.character.name}, "ruling M250")

    def apply(self, warband: Warband) -> Change:
        """Add the character with its own gear and pay the first battle."""
        c, catalogue = self.character, warband.catalogue
        first, number = warband.next_item, warband.next_figure
        name = c.name.strip()
        firsts = {code: place for place, code in reversed(tuple(enumerate(c.items))) if catalogue.has_free_first(code)}
        figure = Figure(
            id=number,
            name=name,
            rank=Rank.MERCENARY,
            race=c.race,
            origin=c.origin,
            cost=0,
            contract=Contract(0, c.price, paid_ahead=1, served=c.rank, legend=c.legend),
            items=tuple(
                Item(first + i, code, 0, number if firsts.get(code) == i else None) for i, code in enumerate(c.items)
            ),
            skills=c.skills,
            injuries=c.injuries,
            lifetime=c.lifetime,
            given=c.given,
            free_taken=tuple(sorted(set(c.items))),
        )
        joined = replace(
            warband.paying(c.price),
            figures=(*warband.figures, figure),
            next_figure=figure.id + 1,
            next_item=first + len(c.items),
        )
        return Change(joined, (Event("character_hired", figure.id, {"name": name, "price": c.price}),))


def _could_be(c: Character, catalogue: Catalogue) -> bool:
    """Tell whether a figure could have departed with this sheet.

    Skills have all they need and a grey box behind each that no referee gave. The price is that of its rank, its
    experience and its gear, where daggers and pistols may have been free.
    """
    known = could_be_known(c, catalogue) and c.rank in RANK_PRICE and c.origin in catalogue.races[c.race].profiles
    known = known and all(_could_be_borne(injury, catalogue) for injury in c.injuries)
    if not known or not 0 <= c.lifetime <= LIFETIME_LIMIT or max(len(c.items), len(c.injuries)) > SHEET_LIMIT:
        return False
    # Nobody forgets a skill: what was known at an injury never grows less (ruling M295).
    before = [injury.known or 0 for injury in c.injuries]
    if before != sorted(before) or not all(0 <= count <= len(c.skills) for count in before):
        return False
    learned = set(c.skills)
    given = c.given or 0
    if len(learned) < len(c.skills) or not 0 <= len(learned) - given <= c.lifetime // catalogue.grey_every or given < 0:
        return False
    if not all(learned.issuperset(catalogue.skills[code].requires) for code in learned):
        return False
    bare = RANK_PRICE[c.rank] + (0 if c.legend else c.lifetime // 5)
    dearest = bare + sum(catalogue.item(code).cost for code in c.items)
    cheapest = bare + sum(catalogue.item(code).cost for code in c.items if not catalogue.has_free_first(code))
    return cheapest <= c.price <= dearest


def could_be_known(c: Character, catalogue: Catalogue) -> bool:
    """Tell whether a catalogue holds what a character is, knows and carries."""
    known = c.race in catalogue.races and set(c.skills) <= catalogue.skills.keys()
    return known and set(c.items) <= catalogue.items.keys()


def _could_be_borne(injury: Injury, catalogue: Catalogue) -> bool:
    """Tell whether a living figure can bear this injury: a lasting one, and whom it hates if it hates."""
    foe = injury.foe
    named = foe is None or not (text_problems(foe.key, "foe", FOE_LIMIT) or text_problems(foe.name, "foe", FOE_LIMIT))
    hates = injury.code in catalogue.injuries_with("hates")
    return injury.code in lasting(catalogue) and (foe is not None) is hates and named


def _join(warband: Warband, figure: Figure, paid: int, event: Event, brings: tuple[str, ...] = ()) -> Change:
    """Add a figure with what everybody carries, its free dagger, and what it brings along, and pay for it."""
    carried = warband.catalogue.carried_by_all
    firsts = [(code, figure.id) for code in carried] + [(code, None) for code in brings]
    items = tuple(Item(number, code, 0, first) for number, (code, first) in enumerate(firsts, warband.next_item))
    armed = replace(figure, items=items, free_taken=carried)
    joined = replace(
        warband.paying(paid),
        figures=(*warband.figures, armed),
        next_figure=figure.id + 1,
        next_item=warband.next_item + len(items),
    )
    return Change(joined, (event,))


class PayFee(Entry, frozen=True, kw_only=True, tag="pay_fee"):
    """Pay a hired figure for its next battle; unpaid, it does not take part (Musg, Mercenaires)."""

    phase = Phase.CAMPAIGN
    figure: int

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Only hired figures that are not paid yet."""
        figure = yield from hired_figure(warband, self.figure)
        if figure is not None and figure.contract is not None and figure.contract.paid_ahead:
            yield Problem("already_paid", figure.id, {"name": figure.name}, MERCENARIES)

    def apply(self, warband: Warband) -> Change:
        """Pay one battle ahead."""
        figure = must(warband.figure(self.figure))
        contract = figure.contract or Contract(0, 0)
        paid = replace(figure, contract=replace(contract, paid_ahead=contract.paid_ahead + 1))
        event = Event("fee_paid", figure.id, {"name": figure.name, "points": contract.fee})
        return Change(warband.paying(contract.fee).with_figure(paid), (event,))


class EngageAgain(Entry, frozen=True, kw_only=True, tag="engage_again"):
    """Engage a mercenary anew after contact was lost: engagement and first battle are due again."""

    phase = Phase.CAMPAIGN
    figure: int

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Only a hired figure that lost contact."""
        figure = yield from known_figure(warband, self.figure)
        if figure is not None and (figure.standing is not Standing.LOST_CONTACT or figure.contract is None):
            yield Problem("not_lost_contact", figure.id, {"name": figure.name}, MERCENARIES)

    def verify_fresh(self, warband: Warband) -> Iterable[Problem]:
        """A character that was hired anew meanwhile is there already."""
        figure = warband.figure(self.figure)
        if figure is not None and figure.mercenary is None and serving(warband, figure.name, figure.race):
            yield Problem("serves_already", figure.id, {"name": figure.name}, "ruling M250")

    def apply(self, warband: Warband) -> Change:
        """Bring the figure back, with what it carries."""
        figure = must(warband.figure(self.figure))
        contract = figure.contract or Contract(0, 0)
        back = replace(figure, standing=Standing.ACTIVE, contract=replace(contract, paid_ahead=1))
        event = Event("engaged_again", figure.id, {"name": figure.name})
        return Change(warband.paying(contract.engagement + contract.fee).with_figure(back), (event,))


class Release(Entry, frozen=True, kw_only=True, tag="release"):
    """Let a hired figure go; to have it again, it must be engaged again. It keeps what it carries."""

    phase = Phase.CAMPAIGN
    figure: int

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Only hired figures."""
        yield from hired_figure(warband, self.figure)

    def apply(self, warband: Warband) -> Change:
        """End the contract; battles paid ahead are not given back."""
        figure = must(warband.figure(self.figure))
        contract = replace(figure.contract or Contract(0, 0), paid_ahead=0)
        gone = replace(figure, standing=Standing.LOST_CONTACT, contract=contract)
        return Change(warband.with_figure(gone), (Event("released", figure.id, {"name": figure.name}),))


class Dismiss(Entry, frozen=True, kw_only=True, tag="dismiss"):
    """Send a figure away. While mustering it never joined and all is refunded; later its gear goes to the stash.

    A free first dagger or pistol goes with the figure whose first it is, wherever it lies (ruling M296).
    """

    edition: Edition = 2
    figure: int

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """A leader in office cannot be dismissed, and a hired figure is released instead."""
        figure = yield from reachable_figure(warband, self.figure)
        if figure is None or not warband.mustered:
            return
        if figure.rank is Rank.LEADER:
            yield Problem("leader_stays", figure.id, {"name": figure.name}, "Musg, Utilisation de l'expérience")
        elif figure.hired:
            yield Problem("release_instead", figure.id, {"name": figure.name}, MERCENARIES)

    def apply(self, warband: Warband) -> Change:
        """Remove or retire the figure."""
        figure = must(warband.figure(self.figure))
        event = Event("dismissed", figure.id, {"name": figure.name})
        if not warband.mustered:
            return Change(_never_joined(warband, figure), (event,))
        gone = replace(figure, standing=Standing.LEFT, items=())
        left = warband.with_figure(gone).with_stash(figure.items)
        return Change(_without_firsts_of(left, figure) if self.edition >= 2 else left, (event,))


def _never_joined(warband: Warband, figure: Figure) -> Warband:
    """Refund a figure and all it carries; its free first dagger and pistol go too, wherever they lie."""
    left = warband.without_figure(figure.id).paying(-figure.value)
    for item in figure.items:
        left = left.without_first(item)
    return _without_firsts_of(left, figure)


def _without_firsts_of(warband: Warband, figure: Figure) -> Warband:
    return replace(
        warband,
        figures=tuple(replace(f, items=_but_firsts_of(figure, f.items)) for f in warband.figures),
        stash=_but_firsts_of(figure, warband.stash),
    )


def _but_firsts_of(figure: Figure, items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(item for item in items if not figure.is_own_first(item))


class Rename(Entry, frozen=True, kw_only=True, tag="rename"):
    """Rename a figure, or the warband when ``figure`` is ``None``."""

    during_aftermath = True
    figure: int | None = None
    name: str

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """The figure must exist; the dead may be renamed too."""
        yield from name_problems(self.name)
        if self.figure is not None:
            yield from known_figure(warband, self.figure)

    def apply(self, warband: Warband) -> Change:
        """Give the new name."""
        name = self.name.strip()
        if self.figure is None:
            event = Event("warband_renamed", None, {"before": warband.name, "name": name})
            return Change(replace(warband, name=name), (event,))
        figure = must(warband.figure(self.figure))
        event = Event("renamed", figure.id, {"before": figure.name, "name": name})
        return Change(warband.with_figure(replace(figure, name=name)), (event,))


class Note(Entry, frozen=True, kw_only=True, tag="note"):
    """Words worth keeping, about the warband or one figure."""

    during_aftermath = True
    keeps_legal = False
    figure: int | None = None
    text: str

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Neither empty nor longer than the limit."""
        if not self.text.strip():
            yield Problem("note_empty", None, {"item": "text"})
        yield from text_problems(self.text, "text", NOTE_LIMIT)
        if self.figure is not None:
            yield from known_figure(warband, self.figure)

    def apply(self, warband: Warband) -> Change:
        """Change nothing but the memory of it."""
        return Change(warband, (Event("noted", self.figure, {"text": self.text.strip()}),))


class Muster(Entry, frozen=True, kw_only=True, tag="muster"):
    """Close the muster: the roster must be legal; what was not spent stays in the treasury."""

    phase: ClassVar[Phase] = Phase.MUSTER

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Everything that is wrong with the roster."""
        return muster.problems(warband)

    def apply(self, warband: Warband) -> Change:
        """Open the campaign life of the warband."""
        event = Event("mustered", None, {"points": warband.value, "treasury": warband.treasury})
        return Change(replace(warband, mustered=True), (event,))
