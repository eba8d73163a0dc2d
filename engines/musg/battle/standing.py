"""Standing answers: what a captain says beforehand to questions that are put to him out of turn.

A battle by correspondence need not wait for every free shot. For each kind of question a captain says "always",
"never", "only above half" or "ask me" (``Standing``); ``answer`` returns what that comes to now, or ``None`` where he
is to be asked. "Above half" is strict: an even chance is not enough. It is the chance of what he wants (``chance``):

- a **free shot** (``Ask.FREE_SHOT``): that whoever it hits first loses a hit point by it, as odds are told of a shot:
  the figure just sighted, or, of the group it is in, the nearest (ruling M86); under a template the one sighted;
- **somebody before the leader** (``LOOK_OUT``, ``GUARD``): that whoever stands in is not put out of action, by the hits
  that came, or by all blows that the charger has points for;
- **who is hit first** (``FIRST_TARGET``): that who is named is not put out of action by that shot, which may miss;
- a **point of pulp** (``PULP``): that with the pulp die the throw goes as he wants: his own succeeds, another's fails.

Of several possible answers the one with the best chance is given, of equal ones that of the lowest number. Hit points
are never sacrificed by a standing answer. Which die a pulp die replaces (``PULP_STANDS``) follows from the answer for
pulp: one that makes the throw go as he wants, if there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Final

from msgspec.structs import replace

from engines.musg.attacks import aim, odds
from engines.musg.attacks.terms import Target
from engines.musg.battle import shooting
from engines.musg.battle.actions import Action, Decline, FirstTarget, Intercept, Keep, Pulp, Shoot
from engines.musg.battle.decision import Ask, Decision, Throw
from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece
from engines.musg.catalogue.types import Template

HALF: Final = 0.5


class Standing(StrEnum):
    """What is answered to a kind of question without asking."""

    ALWAYS = "always"
    NEVER = "never"
    ABOVE_HALF = "above_half"
    ASK = "ask"


CHOICES: Final[Mapping[Ask, tuple[Standing, ...]]] = {
    Ask.FREE_SHOT: tuple(Standing),
    Ask.LOOK_OUT: tuple(Standing),
    Ask.GUARD: tuple(Standing),
    Ask.FIRST_TARGET: (Standing.ALWAYS, Standing.ABOVE_HALF, Standing.ASK),
    Ask.PULP: tuple(Standing),
}
"""The kinds of questions that may have a standing answer, and which: somebody has to be hit first (ruling M87)."""


def kind_of(ask: Ask) -> Ask | None:
    """Return whose standing answer goes for a question, ``None`` if it always goes to its captain."""
    asked = Ask.PULP if ask is Ask.PULP_STANDS else ask
    return asked if asked in CHOICES else None


def answer(field: Field, standing: Mapping[Ask, Standing]) -> Action | None:
    """Return the answer of the side that is asked by its captain's standing answers, ``None`` if he is to be asked.

    ``standing``: by kind of question; what is not named there, or cannot be chosen there, is "ask me".
    """
    decision = field.decision
    kind = kind_of(decision.ask) if decision is not None else None
    if decision is None or kind is None:
        return None
    chosen = standing.get(kind, Standing.ASK)
    if chosen is Standing.ASK or chosen not in CHOICES[kind]:
        return None
    if decision.ask is Ask.PULP_STANDS:
        return _kept(decision)
    if chosen is Standing.NEVER:
        return Decline()
    best = max(_answers(field, decision), key=lambda one: chance(field, one), default=None)
    if best is None or chosen is Standing.ALWAYS or chance(field, best) > HALF:
        return best if best is not None or decision.ask is not Ask.FREE_SHOT else Decline()
    return None if decision.ask is Ask.FIRST_TARGET else Decline()


def _answers(field: Field, decision: Decision) -> list[Action]:
    """Return the answers among which a standing one chooses, lowest number first."""
    options = sorted(decision.options)
    if decision.ask is Ask.FREE_SHOT:
        viewer, seen = field.pieces[decision.figure or 0], field.pieces[decision.options[0]]
        return [*shooting.free_shots(field, viewer, seen)]
    if decision.ask is Ask.FIRST_TARGET:
        return [FirstTarget(uid) for uid in options]
    if decision.ask is Ask.PULP:
        return [Pulp(uid) for uid in options]
    return [Intercept(uid) for uid in options]


def chance(field: Field, action: Action) -> float:
    """Return the chance that an answer to the question of the moment brings what its captain wants (see above).

    Raises ``ValueError`` for what is no such answer.
    """
    decision = field.decision
    if decision is not None:
        if isinstance(action, Shoot) and decision.ask is Ask.FREE_SHOT:
            return _harms(field, field.pieces[decision.figure or 0], action)
        if isinstance(action, Intercept) and decision.ask is Ask.LOOK_OUT:
            return _withstands(field, decision, field.pieces[action.figure])
        if isinstance(action, Intercept) and decision.ask is Ask.GUARD:
            return _outlasts(field, field.pieces[decision.threat or 0], field.pieces[action.figure])
        if isinstance(action, FirstTarget) and decision.ask is Ask.FIRST_TARGET:
            return _withstands(field, decision, field.pieces[action.figure])
        if isinstance(action, Pulp) and decision.throw is not None and decision.ask is Ask.PULP:
            return _turns(decision.throw, own=decision.throw.side == decision.side)
    raise ValueError(f"{action} has no chance: it is no answer to such a question")


def _harms(field: Field, shooter: Piece, action: Shoot) -> float:
    """Return the chance that a free shot takes a hit point from whoever it hits first."""
    made = shooting.plan(field, shooter, action, free=True)
    aimed = field.pieces[action.target]
    body = aimed.target(field.turn)
    if made.shot is not None:
        found = odds.shot_odds(made.shot, [one.target(field.turn) for one in made.targets])
        return 1.0 - found.targets[0].lost[0]
    vital = shooter.sheet.vital_points and shooter.used_vital != field.turn
    if made.gun.template is Template.BLAST:
        where = aimed.base[:2]
        found = odds.blast_odds(
            made.gun.strength, made.gun.radius, shooter.base[:2], where, [(where, aimed.base[3], body)], vital=vital
        )
    else:
        found = odds.cover_odds(made.gun.strength, [body], vital=vital)
    return 1.0 - found.targets[0].lost[0]


def _withstands(field: Field, decision: Decision, piece: Piece) -> float:
    """Return the chance that a shot under way does not put a figure out of action that comes first, or in between.

    Before a leader it is in the leader's place, and the hits have fallen; else it is the first of the order.
    """
    incoming = decision.incoming
    if incoming is None:
        return 1.0
    if incoming.hits is None:
        order = [piece.uid, *incoming.order]
    else:
        order = [piece.uid if uid == decision.figure else uid for uid in incoming.order]
    row = list(dict.fromkeys(order))[: incoming.shot.dice]
    if piece.uid not in row:
        return 1.0
    bodies = [field.pieces[uid].target(field.turn) for uid in row]
    shot, hits = incoming.shot, incoming.hits
    found = odds.shot_odds(shot, bodies) if hits is None else odds.hits_odds(shot, hits, bodies)
    return 1.0 - found.targets[row.index(piece.uid)].out


def _outlasts(field: Field, charger: Piece, piece: Piece) -> float:
    """Return the chance that a figure is not put out of action by the blows a charger has points left for."""
    body = piece.target(field.turn)
    if not charger.sheet.strikes:
        return 1.0
    return min(_stands(field, charger, body, n, charger.ap - 1) for n in range(len(charger.sheet.strikes)))


def _stands(field: Field, charger: Piece, body: Target, loadout: int, blows: int) -> float:
    if blows <= 0:
        return 1.0
    weapons = charger.sheet.strikes[loadout]
    struck = odds.blow_odds(aim.blow(charger.sheet, weapons, charged=True, vital=False), body).targets[0]
    total = 0.0
    for lost, share in enumerate(struck.lost):
        left = body.hit_points - lost
        if share and left > 0:
            after = replace(body, hit_points=left, ignores_wound=body.ignores_wound and not lost)
            total += share * _stands(field, charger, after, loadout, blows - 1)
    return total


@lru_cache(maxsize=512)
def _turns(throw: Throw, *, own: bool) -> float:
    """Return the chance that a throw goes as wanted once a pulp die may replace one of its dice (ruling M307)."""
    if throw.need:
        miss = (throw.need - 1) / 6
        none = miss**throw.count
        if own:
            return 1.0 - none * miss
        return none + throw.count * (1.0 - miss) * miss ** (throw.count - 1) * miss
    if not throw.most:
        return 0.0
    every = [_wanted(replace(throw, faces=row[:-1], die=row[-1]), own=own) for row in _rows(throw.count + 1)]
    return sum(every) / len(every)


def _rows(count: int) -> list[tuple[int, ...]]:
    return list(product(range(1, 7), repeat=count))


def _wanted(throw: Throw, *, own: bool) -> bool:
    """Tell whether a throw that lies there goes as wanted with the best use of the pulp die."""
    return any(throw.succeeds(throw.standing(place)) is own for place in (-1, *throw.replaceable()))


def _kept(decision: Decision) -> Action | None:
    """Return which die the pulp die replaces: none where the throw goes as wanted anyway, or in any case."""
    throw = decision.throw
    if throw is None:
        return None
    own = throw.side == decision.side
    good = (place for place in (-1, *decision.options) if throw.succeeds(throw.standing(place)) is own)
    return Keep(next(good, -1))
