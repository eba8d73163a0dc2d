"""A captain who plays by the odds: one temperament, every question a battle may ask."""

from __future__ import annotations

from typing import Final

from engines.core.native import mypyc_attr
from engines.musg.attacks import odds
from engines.musg.battle import checks, shooting, turn
from engines.musg.battle.actions import Action, Activate, Decline, End, FirstTarget, Intercept, Pass
from engines.musg.battle.decision import Ask, Decision, Half
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Piece, Place
from engines.musg.ranks import Rank
from engines.musg.tactics import acting, errands, placing, pulp
from engines.musg.tactics.reckoning import harm, shot_worth
from engines.musg.tactics.temper import Temperament

AFTER_THE_OTHERS: Final = 1.2
AFTER_THE_LEADER: Final = 1.5


@mypyc_attr(allow_interpreted_subclasses=True)
class Captain:
    """Plays every decision by what it is worth on average; it never draws lots, so the same battle gets the same."""

    def __init__(self, temper: Temperament) -> None:
        self.temper = temper

    def decide(self, battle: Battle) -> Action:
        """Return a legal answer to the decision of the moment."""
        decision = battle.decision
        if decision is None:
            raise ValueError("the battle is over")
        ask = decision.ask
        if ask is Ask.ACT:
            piece = battle.pieces[decision.figure or 0]
            if battle.half is Half.MOVES and piece.charged:  # it came to strike
                return End()
            action = self._act(battle, piece)
            return action if checks.in_its_half(battle, action) else End()  # its points wait for the blows
        if ask is Ask.ACTIVATE:
            return self._activate(battle, decision)
        if ask is Ask.DEPLOY:
            return errands.deploy(battle, decision) or placing.deploy(battle, decision, self.temper)
        if ask is Ask.ARRIVE:
            return placing.arrive(battle, decision)
        if ask is Ask.CUSTOM:
            return errands.answer(battle, decision)
        if ask is Ask.FREE_SHOT:
            return _free_shot(battle)
        if ask is Ask.FIRST_TARGET:
            return FirstTarget(min(decision.options, key=lambda uid: _softness(battle, battle.pieces[uid])))
        if ask in (Ask.PULP, Ask.PULP_STANDS):
            return pulp.decide(battle, decision)
        return _intercept(battle, decision)

    def _act(self, battle: Battle, piece: Piece) -> Action:
        """Do what the game is about, if a module makes it about something, else what is worth most."""
        action = errands.errand(battle, piece, self.temper) if battle.modules else None
        return action or acting.act(battle, piece, self.temper)

    def _activate(self, battle: Battle, decision: Decision) -> Action:
        """Choose who acts next: those in contact, those who can do something, the leader when others have gone."""
        pieces = [battle.pieces[uid] for uid in decision.options]
        ready = [p for p in pieces if not p.hidden or ambush(battle, p)]
        if not ready and turn.may_pass(battle, decision, first=battle.first_wave):
            return Pass()
        choice = ready or pieces
        choice = [p for p in choice if p.foes and not p.routed] or choice
        piece = max(choice, key=lambda p: (urgency(battle, p), -p.uid)) if len(choice) > 1 else choice[0]
        return together(battle, piece, pieces)


def together(battle: Battle, piece: Piece, pieces: list[Piece]) -> Activate:
    """Return the activation of a figure with all who may act with it; ``pieces`` may be activated now."""
    if piece.routed:
        return Activate(piece.uid)
    if battle.modules or any(p.sheet.rank is Rank.EXTRA for p in pieces):
        return Activate(piece.uid, tuple(p.uid for p in turn.companions(battle, piece)))
    return Activate(piece.uid)


def urgency(battle: Battle, piece: Piece) -> float:
    """Return how urgent it is that a figure acts: more for those in contact or near an enemy, less for leaders."""
    if piece.routed:
        return -1.0
    if piece.foes:
        return 5.0 + piece.level
    nearest = battle.nearest(piece)
    reach = piece.sheet.open_ground_movement * 1.5
    value = 3.0 if nearest <= reach else 2.0 - min(1.9, nearest / 40)
    if piece.sheet.guns:
        value += 0.5
    if piece.place is Place.ABOARD:  # those on foot get out of the way first
        return value - AFTER_THE_OTHERS
    if "bodyguard" in piece.traits:  # it follows its leader (ruling M69)
        return value - AFTER_THE_LEADER
    return value - (AFTER_THE_OTHERS if piece.is_leader else 0.0)


def ambush(battle: Battle, piece: Piece) -> bool:
    """Tell whether a hidden commando should come out: an enemy is near enough to be worth it (ruling M280)."""
    if battle.turn >= battle.setup.turn_limit // 2:
        return True
    near = piece.sheet.movement * 1.5
    return any(battle.gap(piece, foe) <= near for foe in battle.enemies(piece))


def _free_shot(battle: Battle) -> Action:
    best: Action = Decline()
    worth = 0.0
    decision = battle.decision
    if decision is None:
        return best
    shooter, seen = battle.pieces[decision.figure or 0], battle.pieces[decision.options[0]]
    for action in shooting.free_shots(battle, shooter, seen):
        value = shot_worth(battle, shooter, action, battle.plans[action])
        if value > worth:
            best, worth = action, value
    return best


def _intercept(battle: Battle, decision: Decision) -> Action:
    """Put somebody before the leader when that costs less than what the leader stands to lose (rulings M134, M276)."""
    leader = battle.pieces[decision.figure or 0]
    threat = battle.pieces[decision.threat or 0]
    strength = max(
        [gun.strength for gun in threat.sheet.guns]
        if decision.ask is Ask.LOOK_OUT and threat.sheet.guns
        else [blade.strength for strike in threat.sheet.strikes for blade in strike.blades]
    )
    price = _price(battle, leader, strength)
    costs = [(_price(battle, battle.pieces[uid], strength), uid) for uid in decision.options]
    cost, uid = min(costs)
    return Intercept(uid) if cost < price else Decline()


def _price(battle: Battle, piece: Piece, strength: int) -> float:
    return harm(piece, odds.cover_odds(strength, [piece.target(battle.turn)]).targets[0])


def _softness(battle: Battle, piece: Piece) -> tuple[float, int]:
    return _price(battle, piece, 4), piece.uid
