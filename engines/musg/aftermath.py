"""The whole post-game chapter for one warband: a pure function of the warband, its engagement and the dice.

Steps, in order: captives brought home, return of the fallen, wrecks and repairs, experience, promotions and legends,
the leader's succession, victory points into the treasury, hired figures. Each step is data with its rolls and its rule;
sentences are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from engines.core.dice import Dice, DiceNeeded, EnteredDice, Request, Roll
from engines.core.problems import Param
from engines.musg import pulp
from engines.musg.engagement import Captivity, Casualty, Engagement, Outcome
from engines.musg.events import Event
from engines.musg.garage import OwnedVehicle, Whereabouts
from engines.musg.injuries import DIES, RETURN, SETBACKS, Finding, Return, henchman_returns, hero_returns
from engines.musg.ranks import Rank
from engines.musg.succession import departed, heirs, promoted_to_leader, senior_lieutenants
from engines.musg.warband import Figure, Item, Record, Standing, Warband

CAPTIVITY: Final = "ruling M330"
GAIN: Final = "Musg, Gain d'expérience"
USE: Final = "Musg, Utilisation de l'expérience"
MERCENARIES: Final = "Musg, Mercenaires"
PRINCIPLE: Final = "Musg, Principe de campagne"


class Stage(StrEnum):
    """The chapters of an aftermath, in order."""

    RETURN = "return"
    VEHICLES = "vehicles"
    EXPERIENCE = "experience"
    PROMOTION = "promotion"
    LEADER = "leader"
    TREASURY = "treasury"
    HIRED = "hired"


class Step(Struct, frozen=True):
    """One thing that happened, with the rule, the rolls (positions among the receipts) and the table rows."""

    stage: Stage
    code: str
    rule: str
    figure: int | None = None
    params: dict[str, Param] = {}
    rolls: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()


class Aftermath(Struct, frozen=True):
    """The warband afterwards, every step, and the receipts of every die."""

    warband: Warband
    steps: tuple[Step, ...]
    rolls: tuple[Roll, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The steps as journal events."""
        return tuple(Event(step.code, step.figure, step.params) for step in self.steps)


def resolve(warband: Warband, dice: Dice, *, edition: int = 2) -> Aftermath:
    """Roll and apply the aftermath of the warband's waiting engagement.

    ``edition``: the rulings it is made under (``entries.base.Edition``); they ask for the same dice. Raises
    ``DiceNeeded`` when the dice run out of entered faces; nothing is changed then. ``LookupError`` without an
    engagement.
    """
    if warband.engagement is None:
        raise LookupError("no engagement is waiting for its aftermath")
    return _Aftermath(warband, warband.engagement, dice, edition).run()


class Course(Struct, frozen=True):
    """How far typed ``faces`` bring an aftermath of a warband as it was ``before``.

    That is the ``rolls`` they made, and the one asked for next, or else what it came to. ``least``: how many rolls it
    takes at least. Injuries may yet ask for more than are to be seen: a doctor, several at once.
    """

    before: Warband
    faces: tuple[int, ...]
    rolls: tuple[Roll, ...]
    outcome: Aftermath | Request
    least: int


def course(warband: Warband, faces: Sequence[int], known: Course | None = None) -> Course:
    """Return how far these faces bring the aftermath of the warband's engagement; ``LookupError`` as in ``resolve``.

    It is not followed anew if it is the one that is ``known``.
    """
    typed = tuple(faces)
    if known is not None and (known.faces, known.before) == (typed, warband):
        return known
    dice = _Calm(typed)
    done = resolve(warband, dice)
    if dice.asked is None:
        return Course(warband, typed, done.rolls, done, len(done.rolls))
    return Course(warband, typed, done.rolls[: dice.typed], dice.asked, len(done.rolls))


class _Calm(EnteredDice):
    """Entered faces, and beyond them such as never ask for another roll: 34 on the injury table, ones elsewhere.

    ``asked`` is the first roll beyond them, ``typed`` how many came before it.
    """

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__(faces)
        self.asked: Request | None = None
        self.typed = 0

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        try:
            return super()._take(count, request)
        except DiceNeeded:
            if self.asked is None:
                self.asked, self.typed = request, len(self.rolls)
            return (3, 4) if request.asked == "d66" else (1,) * count


class _Aftermath:
    def __init__(self, warband: Warband, engagement: Engagement, dice: Dice, edition: int) -> None:
        self.warband = warband
        self.edition = edition
        self.engagement = engagement
        self.dice = dice
        self.steps: list[Step] = []
        self.bonus: dict[int, int] = {}

    def run(self) -> Aftermath:
        for number in self.engagement.rescued or ():
            self._brought_home(number)
        for casualty in self.engagement.casualties:
            self._return(casualty)
        for vehicle in self.warband.rides:
            self._repair(vehicle)
        for number in (*self.engagement.present, *(self.engagement.rescued or ())):
            self._experience(number)
        for figure in self.warband.active:
            self._promotion(figure)
        self._claims()
        self._succession()
        self._treasury()
        self.warband = replace(self.warband, engagement=None, record=self._record())
        return Aftermath(self.warband, tuple(self.steps), tuple(self.dice.rolls))

    def _step(
        self,
        stage: Stage,
        code: str,
        rule: str,
        figure: Figure | None = None,
        *,
        rolls: tuple[int, ...] = (),
        findings: tuple[Finding, ...] = (),
        **params: Param,
    ) -> None:
        if figure is not None:
            params = {"name": figure.name, **params}
        self.steps.append(Step(stage, code, rule, figure.id if figure else None, params, rolls, findings))

    # Return of the fallen

    def _return(self, casualty: Casualty) -> None:
        """Killed outright, out of contact if hired, carried off by the aliens, otherwise rolled for.

        A hired figure keeps what it carries until it is engaged again (Musg, Mercenaires; ruling M261).
        """
        figure = self.warband.figure(casualty.figure)
        if figure is None:
            return
        if casualty.killed and not pulp.deathless(self.warband, figure):
            self._killed(replace(figure, captive=UNSET) if figure.captive else figure)
        elif figure.captive:
            return  # a captive whom nothing kills is where it was, to be sought again
        elif figure.hired:
            lost = replace(figure, standing=Standing.LOST_CONTACT)
            self.warband = self.warband.with_figure(lost)
            self._step(Stage.HIRED, "lost_contact", MERCENARIES, figure)
        elif casualty.captured:
            # Neither rolled for nor replaced before a rescue: place and gear wait (rulings M201, M330).
            kept = Captivity(self.engagement.battle, self.engagement.title, casualty.by)
            self.warband = self.warband.with_figure(replace(figure, captive=kept))
            self._step(Stage.RETURN, "captured", CAPTIVITY, figure)
        else:
            self._rolled(figure, casualty)

    def _brought_home(self, number: int) -> None:
        """Make the return roll that waited for the rescue (ruling M330)."""
        figure = self.warband.figure(number)
        if figure is None or not figure.captive:
            return
        free = replace(figure, captive=UNSET)
        self.warband = self.warband.with_figure(free)
        self._step(Stage.RETURN, "rescued", CAPTIVITY, figure)
        self._rolled(free, Casualty(number, by=figure.captive.by), waited=True)

    def _killed(self, figure: Figure) -> None:
        """Below 0 hit points: dead without a roll (ruling M35), a hero's gear is lost with it (ruling M36).

        A mercenary killed outright is a dead hero: there is nobody to engage again.
        """
        hero = figure.rank.is_hero
        kept = () if hero else figure.items
        self.warband = self.warband.with_figure(replace(figure, standing=Standing.DEAD, items=())).with_stash(kept)
        self._step(Stage.RETURN, "killed", "ruling M35", figure, gear="lost" if hero and figure.items else "")

    def _rolled(self, figure: Figure, casualty: Casualty, *, waited: bool = False) -> None:
        """Roll for somebody's return; ``waited``: from an earlier battle, in which nobody watched over it."""
        first = len(self.dice.rolls)
        guarded = self.engagement.leader_guarded and figure.rank is Rank.LEADER and not waited
        if figure.rank.is_hero:
            deathless = pulp.deathless(self.warband, figure)
            back = hero_returns(
                figure, casualty, self.dice, self.warband.catalogue, guarded=guarded, deathless=deathless
            )
        else:
            back = henchman_returns(figure, self.dice, self.warband.catalogue)
        self.bonus[figure.id] = back.bonus
        self._settle(figure, back)
        died = back.figure.standing is Standing.DEAD
        self._step(
            Stage.RETURN,
            "died" if died else "returned",
            RETURN,
            figure,
            rolls=tuple(range(first, len(self.dice.rolls))),
            findings=back.findings,
            result=" ".join(f.code for f in back.findings if f.counted and f.table != SETBACKS),
            foe=casualty.by.name if casualty.by else "",
            guarded=int(guarded),
        )
        for code in back.passing:
            self._step(Stage.RETURN, "for_one_battle", "ruling M168", figure, item=code)
        for code in (f.code for f in back.findings if f.counted and f.table == SETBACKS):
            self._step(Stage.RETURN, "setback", "ruling M310", figure, item=code)

    def _settle(self, before: Figure, back: Return) -> None:
        """Put the figure back and see to its gear: lost with a hero, returned to the stash by a henchman."""
        after = back.figure
        if back.lost_gear:
            # Whoever survives being robbed keeps the dagger and the pistol that cost nothing (ruling M258).
            kept = tuple(item for item in after.items if after.is_own_first(item)) if after.active else ()
            if after.active and self.edition >= 2:
                kept += self._laid_aside(after)
            after = replace(after, items=kept)
        stash: tuple[Item, ...] = ()
        if not after.active and not back.lost_gear:
            stash, after = after.items, replace(after, items=())
        self.warband = self.warband.with_figure(after).with_stash(stash)

    def _laid_aside(self, figure: Figure) -> tuple[Item, ...]:
        """Take a robbed figure's own free dagger and pistol out of the stash (ruling M296)."""
        found = tuple(item for item in self.warband.stash if figure.is_own_first(item))
        self.warband = replace(self.warband, stash=tuple(i for i in self.warband.stash if i not in found))
        return found

    # Vehicles

    def _repair(self, vehicle: OwnedVehicle) -> None:
        """Roll for a wreck as for a henchman; make good what else is broken, free of charge (ruling M345).

        A wreck that is lost takes its weapons and improvements with it.
        """
        name, lost, whole = vehicle.name, vehicle.damage, replace(vehicle, damage=0)
        if not lost:
            return
        if lost < vehicle.structure(self.warband.catalogue):
            self._step(Stage.VEHICLES, "vehicle_repaired", "ruling M345", name=name, points=lost)
        else:
            roll = self.dice.roll("d6", "wreck", vehicle.id)
            if DIES in self.warband.catalogue.henchman_result(roll.value).traits:
                whole = replace(whole, items=(), pivots=(), pilot=None, whereabouts=Whereabouts.WRECKED)
                self._step(Stage.VEHICLES, "wreck_lost", "ruling M345", rolls=(roll.index,), name=name)
            else:
                self._step(Stage.VEHICLES, "wreck_recovered", "ruling M345", rolls=(roll.index,), name=name)
        self.warband = self.warband.with_vehicle(whole)

    # Experience

    def _experience(self, number: int) -> None:
        """One point for surviving, one for winning, more for enemies put out of action (rulings M237, M238, M241).

        What a full sheet has no box for is lost. The point for surviving waits for those who are captured; whoever was
        brought home from an earlier battle gets that one alone (ruling M330).
        """
        figure = self.warband.figure(number)
        if figure is None or not figure.active or figure.hired or not figure.rank.gains_experience or figure.is_zombie:
            return
        fought = number in self.engagement.present
        catalogue = self.warband.catalogue
        survived = 0 if figure.captive else catalogue.survival_experience
        won = catalogue.victory_experience if fought and self.engagement.outcome is Outcome.WON else 0
        takedowns = sum(
            catalogue.takedown_experience(figure.rank, takedown.victim)
            for takedown in self.engagement.takedowns
            if takedown.figure == number
        )
        odds = self.bonus.get(number, 0)
        earned = survived + won + takedowns + odds
        boxes = self.warband.boxes(figure)
        gained = max(0, min(earned, boxes - figure.experience))
        total = figure.experience + gained
        grey = total // catalogue.grey_every - figure.experience // catalogue.grey_every
        grown = replace(figure, experience=total, lifetime=figure.lifetime + gained, choices=figure.choices + grey)
        self.warband = self.warband.with_figure(grown)
        self._step(
            Stage.EXPERIENCE,
            "experience",
            GAIN,
            figure,
            points=gained,
            survived=survived,
            won=won,
            takedowns=takedowns,
            odds=odds,
            total=total,
            boxes=boxes,
            choices=grey,
        )

    # Promotions and legends

    def _promotion(self, figure: Figure) -> None:
        boxes = self.warband.boxes(figure)
        if figure.hired or not boxes or figure.experience < boxes:
            return
        if figure.rank is Rank.HENCHMAN and self.edition >= 2 and not self.warband.may_rise(figure):
            if figure.id in self.engagement.present:
                self._step(Stage.PROMOTION, "stays_henchman", "ruling M298", figure)
        elif figure.rank is Rank.HENCHMAN:
            # A new sheet, on which the experience starts again while profile and skills stay (ruling M244).
            self.warband = self.warband.with_figure(replace(figure, rank=Rank.LIEUTENANT, experience=0))
            self._step(Stage.PROMOTION, "promoted", USE, figure)
        elif figure.rank is Rank.LEADER:
            self.warband, price = departed(self.warband, figure)
            self._step(Stage.PROMOTION, "legend", USE, figure, price=price)

    def _claims(self) -> None:
        """Say which lieutenants with full sheets may claim the leader's place.

        That is once it is known who leads: nobody claims the place of a leader who is gone, or that falls to him.
        """
        next_leader = self.warband.leader
        if next_leader is None:
            entitled = self._heirs()
            next_leader = entitled[0] if len(entitled) == 1 else None
        if next_leader is None:
            return
        boxes = self.warband.rules.lieutenant_boxes
        for figure in self.warband.of_rank(Rank.LIEUTENANT):
            full = figure.experience >= boxes and not figure.hired and figure.id in self.engagement.present
            if full and figure.id != next_leader.id and (self.edition < 2 or self.warband.may_rise(figure)):
                self._step(Stage.PROMOTION, "may_succeed", USE, figure)

    def _heirs(self) -> tuple[Figure, ...]:
        return heirs(self.warband) if self.edition >= 2 else senior_lieutenants(self.warband)

    def _succession(self) -> None:
        """A lost leader's place goes to the lieutenant with the most experience (rulings M247-M249, M303).

        The new leader keeps profile, skills and experience, on a sheet with a leader's boxes.
        """
        if self.warband.leader:
            return
        entitled = self._heirs()
        if len(entitled) == 1:
            self.warband = self.warband.with_figure(promoted_to_leader(entitled[0]))
            self._step(Stage.LEADER, "became_leader", "ruling M249", entitled[0])
        elif entitled:
            self._step(Stage.LEADER, "heir_to_choose", "ruling M249", count=len(entitled))
        else:
            self._step(Stage.LEADER, "leader_to_hire", "ruling M248")

    # Treasury and hired figures

    def _treasury(self) -> None:
        """Victory points become warband points one for one (ruling M263); unpaid hired figures are called out.

        Penalties may bring the victory points of a battle below 0 (ruling M158); they never take from the treasury.
        """
        points = max(0, self.engagement.victory_points)
        self.warband = self.warband.paying(-points)
        self._step(Stage.TREASURY, "victory_points_banked", PRINCIPLE, points=points, treasury=self.warband.treasury)
        for figure in self.warband.active:
            if figure.contract and not figure.contract.paid_ahead:
                self._step(Stage.HIRED, "fee_due", MERCENARIES, figure, points=figure.contract.fee)

    def _record(self) -> Record:
        record, outcome = self.warband.record, self.engagement.outcome
        return Record(
            battles=record.battles + 1,
            won=record.won + (outcome is Outcome.WON),
            drawn=record.drawn + (outcome is Outcome.DREW),
            lost=record.lost + (outcome is Outcome.LOST),
            victory_points=record.victory_points + self.engagement.victory_points,
            takedowns=record.takedowns + len(self.engagement.takedowns),
        )
