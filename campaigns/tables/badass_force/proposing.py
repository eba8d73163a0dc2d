"""What may be proposed in Badass Force where the table decides: the verbs of its cards, as changes to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext as _

from campaigns.tables.badass_force.account_proposals import describe_changes
from campaigns.tables.badass_force.words import Names
from campaigns.tables.proposing import Aim, Change, Proposing
from engines.badass_force.verbs.characters import At, ChangeCharacter, Kill, Look, Pick, Reveal, Revive
from engines.badass_force.verbs.weapons import ChangeWeapon, Exchange, Gain, Goods, Lose, Roll, Take
from engines.badass_force.verbs.words import From, What
from engines.badass_force.view import View
from engines.core.effects.steps import Step

type Make = Callable[[str, int], Step]


def proposing(view: View, names: Names) -> Proposing | None:
    """Return what the viewer may propose; ``None`` while no proposal is waited for."""
    if not view.proposing or view.viewer is None:
        return None
    holder = view.viewer
    order = [holder, *(seat for seat in range(len(names)) if seat != holder)]
    seats = {seat: names[seat] for seat in order if not view.seats[seat].resigned}
    anybody = Aim(frozenset(seats), "")
    others = Aim(frozenset(seats) - {holder}, _("Choose somebody else: this only happens to others."))

    def say(steps: Sequence[Step]) -> list[str]:
        return describe_changes(steps, holder, names)

    groups = {
        _("Ammunition and points"): [*_goods(anybody, others)],
        _("Characters"): [*_characters(anybody, others)],
        _("Weapons and dice"): [*_weapons(anybody, others)],
    }
    return Proposing(holder, seats, groups, say)


def _goods(anybody: Aim, others: Aim) -> Iterator[Change]:
    yield Change("gain ammo", _("gains ammunition"), anybody, lambda who, n: Gain(what=What.AMMO, n=n, who=who))
    yield Change("lose ammo", _("loses ammunition"), anybody, lambda who, n: Lose(what=What.AMMO, n=n, who=who))
    yield Change("take ammo", _("gives me ammunition"), others, lambda who, n: Take(what=What.AMMO, n=n, who=who))
    yield Change("gain points", _("gains points"), anybody, lambda who, n: Gain(what=What.POINTS, n=n, who=who))
    yield Change("lose points", _("loses points"), anybody, lambda who, n: Lose(what=What.POINTS, n=n, who=who))
    yield Change("take points", _("gives me points"), others, lambda who, n: Take(what=What.POINTS, n=n, who=who))


def _characters(anybody: Aim, others: Aim) -> Iterator[Change]:
    yield _once("kill active", _("loses the active character"), anybody, lambda who, n: Kill(who=who))
    label = _("loses a character from the hand")
    yield _once("kill hand", label, anybody, lambda who, n: Kill(who=who, from_=From.HAND))
    label = _("takes dead characters back, drawn at random")
    yield Change("revive", label, anybody, lambda who, n: Revive(n=n, pick=Pick.RANDOM, who=who))
    yield _once("change", _("changes character"), anybody, lambda who, n: ChangeCharacter(who=who))
    yield _once("reveal", _("shows the active character"), anybody, lambda who, n: Reveal(who=who))
    yield _once("look active", _("lets me see the active character"), others, lambda who, n: Look(who=who))
    label = _("lets me look into the dressing room")
    yield _once("look loge", label, others, lambda who, n: Look(who=who, at=At.DRESSING_ROOM))


def _weapons(anybody: Aim, others: Aim) -> Iterator[Change]:
    yield _once("weapon", _("changes weapon"), anybody, lambda who, n: ChangeWeapon(who=who))
    label = _("changes weapon and keeps the charges")
    yield _once("weapon kept", label, anybody, lambda who, n: ChangeWeapon(who=who, keep=True))
    label = _("exchanges weapons with me")
    yield _once("swap weapon", label, others, lambda who, n: Exchange(what=Goods.WEAPON, who=who))
    label = _("exchanges ammunition with me")
    yield _once("swap ammo", label, others, lambda who, n: Exchange(what=Goods.AMMO, who=who))
    yield _once("roll", _("rolls the armoury dice"), anybody, lambda who, n: Roll(who=who))


def _once(code: str, label: str, aim: Aim, make: Make) -> Change:
    return Change(code, label, aim, make, counts=False)
