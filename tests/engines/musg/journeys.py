"""Random lives of warbands: plausible entries, legal or not, drawn from a seeded generator."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from hypothesis import strategies as st
from msgspec import UNSET

from engines.core.dice import SeededDice
from engines.core.problems import Illegal
from engines.musg import aftermath, journal
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Casualty, Engagement, Foe, Outcome, Takedown
from engines.musg.entries import (
    Accept,
    AnyEntry,
    Award,
    Bestow,
    Buy,
    CallBack,
    Character,
    Confiscate,
    Dismiss,
    Engage,
    EngageAgain,
    Exempt,
    Fight,
    Grant,
    Heal,
    Hire,
    HireCharacter,
    Hold,
    Injure,
    Learn,
    Move,
    Muster,
    Note,
    PayFee,
    RaiseZombie,
    Recover,
    Release,
    Rename,
    ReplaceLeader,
    Struck,
    Succeed,
    TakeBack,
    TakePart,
    Teach,
    Unlearn,
)
from engines.musg.entries.growth import open_skills
from engines.musg.injuries import lasting
from engines.musg.muster import EXCUSABLE
from engines.musg.part import Side
from engines.musg.ranks import Rank
from engines.musg.rules import Era, Rules
from engines.musg.succession import character_for_hire
from engines.musg.warband import Setup, Standing, Warband

RACES = list(CATALOGUE.races)
ITEMS = list(CATALOGUE.items)
SKILLS = list(CATALOGUE.skills)
FOES = (Foe("wolves", "The Wolves"), Foe("crows", "The Crows"))


LONGEST = 90
LIVES = 150

lives = st.integers(0, LIVES - 1)
"""Seeds of lives; few enough that tests share them."""


class Journey:
    """A setup, the entries that held with the states between them, and the entries that were refused where."""

    def __init__(self, seed: int, length: int, setup: Setup) -> None:
        self.seed = seed
        self.length = length
        self.setup = setup
        self.entries: list[AnyEntry] = []
        self.states: list[Warband] = [journal.begin(setup)]
        self.refused: list[tuple[Warband, AnyEntry]] = []

    def __repr__(self) -> str:
        return f"journey({self.seed}, {self.length})"

    @property
    def end(self) -> Warband:
        return self.states[-1]


def some_setup(random: Random) -> Setup:
    rules = Rules(
        era=random.choice(list(Era)),
        goblins_full_price_elsewhere=random.random() < 0.3,
        leader_boxes=random.choice([11, 40]),
        lieutenant_boxes=random.choice([8, 25]),
        henchman_boxes=random.choice([5, 7]),
        pulp=random.choice([UNSET, UNSET, True]),
    )
    return Setup(random.choice(RACES), "The Company", rules)


@cache
def _attempts(seed: int) -> tuple[Setup, list[tuple[AnyEntry, Warband | None]]]:
    """A whole life: every entry tried, with the warband after it, or ``None`` where it was refused."""
    random = Random(seed)
    setup = some_setup(random)
    warband = journal.begin(setup)
    opening = _opening(random, setup)
    tried: list[tuple[AnyEntry, Warband | None]] = []
    while len(tried) < LONGEST:
        entry = opening.pop(0) if opening else some_entry(random, warband)
        try:
            warband = journal.apply(warband, entry).warband
        except Illegal:
            tried.append((entry, None))
        else:
            tried.append((entry, warband))
    return setup, tried


def journey(seed: int, length: int) -> Journey:
    """The first ``length`` attempts of a life; the muster is closed within the first twelve."""
    setup, tried = _attempts(seed)
    trip = Journey(seed, length, setup)
    for entry, warband in tried[:length]:
        if warband is None:
            trip.refused.append((trip.end, entry))
        else:
            trip.entries.append(entry)
            trip.states.append(warband)
    return trip


def living(seed: int, length: int = 40) -> Warband:
    """A mustered warband with some life behind it and no aftermath waiting."""
    trip = journey(seed, length)
    for warband in reversed(trip.states):
        if warband.mustered and warband.engagement is None:
            return warband
    raise AssertionError("the opening musters every warband")


def _opening(random: Random, setup: Setup) -> list[AnyEntry]:
    part = some_part(random) if setup.rules.plays_pulp else TakePart(side=Side.HEROES)
    fourth = Rank.HENCHMAN if part.tribe else Rank.LIEUTENANT
    ranks = [Rank.LEADER, Rank.HENCHMAN, Rank.HENCHMAN, fourth, Rank.HENCHMAN]
    entries: list[AnyEntry] = [part] if setup.rules.plays_pulp else []
    entries += [Hire(rank=rank, race=setup.race, name=rank.value) for rank in ranks]
    arms = ["sword", "bow", "poison", "shield"] if part.tribe else ["sword", "pistol", "bow", "shield"]
    entries += [Buy(item=random.choice(arms), figure=n) for n in (1, 2, 4)]
    if random.random() < 0.5:
        entries.append(Engage(mercenary=random.choice(list(CATALOGUE.mercenaries)), name="Sword for hire"))
    return [*entries, TakeBack(item=99), Muster(), *([] if random.random() < 0.7 else [Muster()])]


def some_part(random: Random) -> TakePart:
    """A part of a pulp campaign that may be played."""
    side = random.choice(list(Side))
    return TakePart(side=side, tribe=side is Side.VILLAINS and random.random() < 0.4)


def some_entry(random: Random, warband: Warband) -> AnyEntry:
    """An entry that may or may not hold now; likely ones more often."""
    if warband.engagement is not None and random.random() < 0.85:
        return _recover(random, warband, warband.engagement)
    kinds, weights = zip(*_KINDS, strict=True)
    make: Callable[[Random, Warband], AnyEntry] = random.choices(kinds, weights)[0]
    return make(random, warband)


def _figure(random: Random, warband: Warband) -> int:
    if warband.figures and random.random() < 0.95:
        return random.choice(warband.figures).id
    return random.randint(-1, warband.next_figure + 1)


def _bearer(random: Random, warband: Warband) -> int | None:
    return None if random.random() < 0.25 else _figure(random, warband)


def _hired(random: Random, warband: Warband, standing: Standing) -> int:
    hired = [f.id for f in warband.figures if f.hired and f.standing is standing]
    return random.choice(hired) if hired and random.random() < 0.9 else _figure(random, warband)


def _item(random: Random, warband: Warband) -> int:
    return random.randint(0, warband.next_item)


def _hire(random: Random, warband: Warband) -> AnyEntry:
    rank = random.choices(list(Rank), [2, 3, 8, 4, 1])[0]
    race = random.choice([warband.race, warband.race, "goblin", *RACES])
    return Hire(rank=rank, race=race, name=random.choice(["Tom", "Œil", " Ann ", "", "x" * 61]))


def _engage(random: Random, warband: Warband) -> AnyEntry:
    return Engage(mercenary=random.choice([*CATALOGUE.mercenaries, "dragon"]), name="Sword")


def _hire_character(random: Random, warband: Warband) -> AnyEntry:
    departed = [f for f in warband.figures if f.standing is Standing.FOR_HIRE]
    if departed and random.random() < 0.5:
        return HireCharacter(character=character_for_hire(random.choice(departed)))
    sheet = Character(
        name="Bess",
        rank=random.choice([Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN]),
        race=random.choice(RACES),
        origin=random.choice([Rank.LEADER, Rank.HENCHMAN]),
        price=random.randint(20, 60),
        lifetime=random.randint(0, 40),
        skills=tuple(random.sample(SKILLS, random.randint(0, 1))),
        items=tuple(random.choices(["dagger", "pistol", "sword"], k=random.randint(0, 3))),
    )
    return HireCharacter(character=sheet)


def _buy(random: Random, warband: Warband) -> AnyEntry:
    cheap = ["pistol", "dagger", "sword", "shield", "pike", "buckler", "club"]
    return Buy(item=random.choice([*cheap, *ITEMS, "excalibur"]), figure=_bearer(random, warband))


def _learn(random: Random, warband: Warband) -> AnyEntry:
    waiting = [f for f in warband.figures if f.choices]
    if waiting and random.random() < 0.8:
        figure = random.choice(waiting)
        return Learn(figure=figure.id, skill=random.choice([*open_skills(figure, CATALOGUE), random.choice(SKILLS)]))
    return Learn(figure=_figure(random, warband), skill=random.choice(SKILLS))


def _succeed(random: Random, warband: Warband) -> AnyEntry:
    faces = tuple(random.randint(1, 6) for _ in range(random.choice([0, 2, 2, 4])))
    full = [f.id for f in warband.of_rank(Rank.LIEUTENANT) if f.experience >= warband.rules.lieutenant_boxes]
    figure = random.choice(full) if full else _figure(random, warband)
    return Succeed(figure=figure, by_fate=bool(faces), faces=faces, source="entered")


def _fight(random: Random, warband: Warband) -> AnyEntry:
    able = [f.id for f in warband.active if not f.misses_next and (f.contract is None or f.contract.paid_ahead)]
    present = [number for number in able if random.random() < 0.9]
    if random.random() < 0.1:
        present.append(_figure(random, warband))
    fallen = [number for number in present if random.random() < 0.4]
    upright = [number for number in present if number not in fallen]
    takedowns = tuple(
        Takedown(number, random.choice(list(Rank))) for number in present for _ in range(random.choice([0, 0, 1, 1, 2]))
    )
    worth = sum(CATALOGUE.victory_points[takedown.victim] for takedown in takedowns)
    return Fight(
        engagement=Engagement(
            battle=f"b{warband.record.battles}",
            title="The Ford",
            outcome=random.choice(list(Outcome)),
            victory_points=worth + random.choice([0, 0, 5, -20, 2000]),
            present=tuple(present),
            foes=FOES,
            casualties=tuple(
                Casualty(number, random.random() < 0.15, random.choice([None, *FOES])) for number in fallen
            ),
            takedowns=takedowns,
            fled=tuple(number for number in upright if random.random() < 0.1),
            leader_guarded=random.random() < 0.1,
        )
    )


def _recover(random: Random, warband: Warband, engagement: Engagement) -> AnyEntry:
    dice = SeededDice(random.randbytes(16))
    aftermath.resolve(warband, dice)
    faces = dice.faces if random.random() < 0.95 else dice.faces[:-1]
    return Recover(battle=engagement.battle, faces=faces, source="seeded")


def _figure_or_none(random: Random, warband: Warband) -> int | None:
    return _figure(random, warband) if random.random() < 0.7 else None


def _bestow(random: Random, warband: Warband) -> AnyEntry:
    item = random.choice(["sword", "medikit", *ITEMS, "excalibur"])
    return Bestow(item=item, figure=_bearer(random, warband), charged=random.random() < 0.3, reason="Found")


def _unlearn(random: Random, warband: Warband) -> AnyEntry:
    wise = [f for f in warband.figures if f.skills]
    figure = random.choice(wise) if wise and random.random() < 0.9 else None
    skill = random.choice(figure.skills if figure else SKILLS)
    number = figure.id if figure else _figure(random, warband)
    return Unlearn(figure=number, skill=skill, choice_back=random.random() < 0.5, reason="House rule")


def _injure(random: Random, warband: Warband) -> AnyEntry:
    injury = random.choice([*lasting(CATALOGUE), "hatred", "dead"])
    foe = random.choice(FOES) if injury == "hatred" or random.random() < 0.1 else None
    return Injure(figure=_figure(random, warband), injury=injury, foe=foe, reason="Fell off a roof")


def _heal(random: Random, warband: Warband) -> AnyEntry:
    hurt = [f for f in warband.figures if f.injuries]
    if not hurt or random.random() < 0.1:
        return Heal(figure=_figure(random, warband), injury=random.choice(lasting(CATALOGUE)), reason="A healer")
    figure = random.choice(hurt)
    injury = random.choice(figure.injuries)
    return Heal(figure=figure.id, injury=injury.code, foe=injury.foe.key if injury.foe else "", reason="A healer came")


def _call_back(random: Random, warband: Warband) -> AnyEntry:
    gone = [f.id for f in warband.gone]
    number = random.choice(gone) if gone and random.random() < 0.9 else _figure(random, warband)
    return CallBack(figure=number, as_lieutenant=random.random() < 0.3, reason="Only wounded")


_KINDS: list[tuple[Callable[[Random, Warband], AnyEntry], int]] = [
    (_hire, 6),
    (_engage, 2),
    (_hire_character, 5),
    (_buy, 10),
    (_learn, 8),
    (_succeed, 5),
    (_fight, 14),
    (lambda random, warband: TakeBack(item=_item(random, warband)), 2),
    (lambda random, warband: Move(item=_item(random, warband), to=_bearer(random, warband)), 10),
    (lambda random, warband: Grant(points=random.randint(-60, 120), reason="Scenario"), 6),
    (lambda random, warband: PayFee(figure=_hired(random, warband, Standing.ACTIVE)), 8),
    (lambda random, warband: EngageAgain(figure=_hired(random, warband, Standing.LOST_CONTACT)), 5),
    (lambda random, warband: Release(figure=_figure(random, warband)), 2),
    (lambda random, warband: Dismiss(figure=_figure(random, warband)), 3),
    (lambda random, warband: Rename(figure=_bearer(random, warband), name=random.choice(["New", ""])), 2),
    (lambda random, warband: Note(figure=_bearer(random, warband), text=random.choice(["Well done", ""])), 2),
    (lambda random, warband: ReplaceLeader(figure=_figure(random, warband)), 4),
    (lambda random, warband: Struck(figures=random.randint(-1, 2), items=random.randint(0, 2)), 1),
    (lambda random, warband: Muster(), 2),
    (lambda random, warband: Accept(campaign="The Border", steps=tuple(random.choices([1, 2, 5], k=2))), 1),
    (lambda random, warband: some_part(random), 1),
    (lambda random, warband: RaiseZombie(name=random.choice(["Gaunt", ""])), 3),
    (_bestow, 2),
    (_unlearn, 2),
    (_injure, 2),
    (_heal, 2),
    (_call_back, 2),
    (lambda random, warband: Confiscate(item=_item(random, warband), reason="Stolen"), 2),
    (
        lambda random, warband: Award(
            figure=_figure(random, warband), points=random.randint(-8, 8), reason=random.choice(["Brave", "Brave", ""])
        ),
        4,
    ),
    (
        lambda random, warband: Teach(
            figure=_figure(random, warband), skill=random.choice(SKILLS), reason="A teacher came"
        ),
        3,
    ),
    (
        lambda random, warband: Hold(
            figure=_figure_or_none(random, warband) or None, lifted=random.random() < 0.6, reason="Away"
        ),
        2,
    ),
    (
        lambda random, warband: Exempt(
            rule=random.choice([*EXCUSABLE, "treasury_short"]),
            figure=_figure_or_none(random, warband) or None,
            lifted=random.random() < 0.4,
            reason="A gift",
        ),
        2,
    ),
]
