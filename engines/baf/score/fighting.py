"""Entries of the nine rounds: fights won and lost, and the end of a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.baf.cards import COINS_MOST, RUNES_MOST, MonsterCard, Skill, Skills, from_runes
from engines.baf.score.preparing import SETUP, skill_range_problems
from engines.baf.score.reckoning import fight_coins
from engines.baf.score.state import ROUNDS, BafState, Fight, Hands, Side, level_of
from engines.core.label import label_problems, same_label
from engines.core.problems import Param, Problem
from engines.core.score import Entry, Event, Points, seat_problems

FIGHT: Final = "BAF!, Combat contre les monstres"
OUTCOME: Final = "BAF!, Résultat des combats"
MONSTERS_EACH: Final = 2
"""So many monsters lie on the table for each player."""


class Rune(Struct, frozen=True, forbid_unknown_fields=True):
    """A rune of a card that was put under a hero, and the category chosen for it."""

    skill: Skill


class Reveal(Entry[BafState], frozen=True, kw_only=True, tag="reveal"):
    """The monsters that lie on the table in this round, noted before anybody attacks; noted again, the last one holds.

    With a card set ``monsters`` are codes, each kind once however many of it lie there; without, ``names`` are typed,
    with commas between. It only narrows what the pad offers: a fight against another monster is taken all the same.
    Refused with ``round_over`` and the codes of ``round_problems``, ``card_unknown``, ``wrong_level``,
    ``monsters_count``, ``label_long``, ``label_unprintable``.
    """

    round: int
    monsters: tuple[str, ...] = ()
    names: str = ""

    @property
    def laid(self) -> tuple[str, ...]:
        """Every kind once."""
        typed = (name.strip() for name in self.names.split(","))
        return tuple(dict.fromkeys((*self.monsters, *(name for name in typed if name))))

    def verify(self, state: BafState) -> Iterable[Problem]:
        yield from round_problems(state, self.round)
        if 1 <= self.round < state.round:
            yield Problem("round_over", None, {"value": self.round, "needs": state.round})
        most = MONSTERS_EACH * state.setup.seats
        if not 1 <= len(self.laid) <= most:
            yield Problem("monsters_count", None, {"count": len(self.laid), "most": most}, FIGHT)
        for code in self.laid:
            if state.setup.cards is None:
                yield from label_problems(code, "monster")
                continue
            card = _card(state, code)
            if card is None:
                yield Problem("card_unknown", None, {"item": "monster", "value": code})
            elif 1 <= self.round <= ROUNDS and card.level != level_of(self.round):
                params: dict[str, Param] = {"item": code, "value": card.level, "needs": level_of(self.round)}
                yield Problem("wrong_level", None, params, "BAF!, Révélation des monstres")

    def apply(self, state: BafState) -> BafState:
        return replace(state, laid=self.laid)


class Win(Entry[BafState], frozen=True, kw_only=True, tag="win"):
    """A player beats a monster: one entry for each monster, for this round or an earlier one.

    With a card set ``monster`` is its code, and skills, coins and gain are the card's: what is typed may be left out.
    Without, ``monster`` is an optional name, ``coins`` is what the card says, and so is the gain (skills, runes), which
    may be left out.
    ``put`` is the hero under whom the card goes (either, ruling A12), ``None`` for nobody: its coins count all the
    same (ruling A10). ``runes`` is the category chosen for each rune of the card, never changed later (ruling A11).
    Refused with the codes of ``fight_problems`` and: ``too_weak``, ``coins_range``, ``coins_missing``,
    ``coins_on_card``, ``gain_on_card``, ``gain_nowhere``, ``no_gain``, ``runes_count``, ``skill_range``.
    """

    seat: int
    round: int
    hands: Hands
    monster: str = ""
    coins: int | None = None
    put: Side | None = None
    melee: int = 0
    ranged: int = 0
    magic: int = 0
    stealth: int = 0
    runes: tuple[Rune, ...] = ()

    @property
    def typed(self) -> Skills:
        """The skill gain that was typed, without runes."""
        return Skills(self.melee, self.ranged, self.magic, self.stealth)

    def verify(self, state: BafState) -> Iterable[Problem]:
        found = list(fight_problems(state, self.seat, self.round, self.hands, self.monster))
        card = _card(state, self.monster)
        if state.setup.cards is None:
            found += _typed_coins_problems(self.coins)
            found += self._typed_gain_problems()
        elif card is not None:
            found += self._card_problems(card)
        yield from found
        if found or card is None:
            return
        yield from _weakness(state, self.seat, self.hands, self.round, card)
        yield from _contradictions(state.with_fight(self._fight(card)), self.seat, self.round)

    def _typed_gain_problems(self) -> Iterable[Problem]:
        yield from skill_range_problems(self.typed)
        if len(self.runes) > RUNES_MOST:
            yield Problem("runes_count", None, {"count": len(self.runes), "most": RUNES_MOST})
        if self.put is None and (self.typed or self.runes):
            yield Problem("gain_nowhere", None, {}, OUTCOME)

    def _card_problems(self, card: MonsterCard) -> Iterable[Problem]:
        if self.coins is not None and self.coins != card.coins:
            yield Problem("coins_on_card", None, {"item": card.code, "value": self.coins, "needs": card.coins})
        if self.typed and self.typed != card.gain:
            yield Problem("gain_on_card", None, {"item": card.code})
        if self.put is not None and not card.improves:
            yield Problem("no_gain", None, {"item": card.code}, OUTCOME)
        needs = card.runes if self.put is not None else 0
        if len(self.runes) != needs:
            yield Problem(
                "runes_count", None, {"item": card.code, "count": len(self.runes), "needs": needs}, "ruling A11"
            )

    def _fight(self, card: MonsterCard | None) -> Fight:
        printed = card.gain if card else self.typed
        coins = card.coins if card else self.coins or 0
        gain = printed + from_runes(rune.skill for rune in self.runes) if self.put is not None else Skills()
        return Fight(self.seat, self.round, self.hands, self.monster.strip(), True, coins, self.put, gain)

    def apply(self, state: BafState) -> BafState:
        fight = self._fight(_card(state, self.monster))
        worth = fight_coins(won=True, coins=fight.coins)
        after = state.with_fight(fight).scored(_points(fight, worth, "monster", "BAF!, Score final"))
        if fight.put is None:
            return after
        gains: dict[str, Param] = {skill.value: amount for skill, amount in fight.gain if amount}
        return after.with_events(Event("hero_improved", self.seat, {"side": fight.put.value, **gains}, OUTCOME))


class Loss(Entry[BafState], frozen=True, kw_only=True, tag="loss"):
    """A monster beats the hero or heroes that attacked it: one penalty, whether one or two (rulings A2, A4).

    Refused with the codes of ``fight_problems`` and ``strong_enough``.
    """

    seat: int
    round: int
    hands: Hands
    monster: str = ""

    def verify(self, state: BafState) -> Iterable[Problem]:
        found = list(fight_problems(state, self.seat, self.round, self.hands, self.monster))
        yield from found
        card = _card(state, self.monster)
        if not found and card is not None and not list(_weakness(state, self.seat, self.hands, self.round, card)):
            yield Problem("strong_enough", None, {"seat": self.seat, "item": card.code, "round": self.round}, OUTCOME)

    def apply(self, state: BafState) -> BafState:
        fight = Fight(self.seat, self.round, self.hands, self.monster.strip(), won=False)
        cost = fight_coins(won=False, coins=0, penalty=state.setup.penalty)
        return state.with_fight(fight).scored(_points(fight, cost, "penalty", "ruling A2"))


class CloseRound(Entry[BafState], frozen=True, kw_only=True, tag="close_round"):
    """A round is over; monsters nobody attacked are discarded (ruling A3).

    It names its round, so that two phones closing the same one do not close two. Refused with ``round_over``,
    ``rounds_over`` and the codes of ``round_problems``.
    """

    round: int

    def verify(self, state: BafState) -> Iterable[Problem]:
        yield from round_problems(state, self.round)
        if 1 <= self.round < state.round <= ROUNDS:
            yield Problem("round_over", None, {"value": self.round, "needs": state.round})
        elif state.round > ROUNDS:
            yield Problem("rounds_over", None, {"value": self.round, "most": ROUNDS}, "BAF!, Tour de jeu")

    def apply(self, state: BafState) -> BafState:
        after = replace(state, round=state.round + 1, laid=())
        if after.level is None:
            return after.with_events(Event("final_attempts", None, {}, "BAF!, Score final"))
        begins = Event("level_begins", None, {"level": after.level}, "BAF!, Révélation des monstres")
        return after.with_events(begins) if after.level != state.level else after


def round_problems(state: BafState, number: int) -> Iterable[Problem]:
    """Yield what forbids noting something of a round: ``no_such_round``, ``round_ahead``, ``draft_open``.

    Without a card set the draft need not be entered, but half of it will not do.
    """
    if not 1 <= number <= ROUNDS:
        yield Problem("no_such_round", None, {"value": number, "least": 1, "most": ROUNDS}, "BAF!, Tour de jeu")
    elif number > state.round:
        yield Problem("round_ahead", None, {"value": number, "most": state.round})
    if not state.drafted and (state.picks or state.setup.cards is not None):
        yield Problem("draft_open", None, {"count": state.picks, "needs": 2 * state.setup.seats}, SETUP)


def fight_problems(state: BafState, seat: int, number: int, hands: Hands, monster: str) -> Iterable[Problem]:
    """Yield what forbids a fight before anybody's skills are looked at.

    Codes: those of ``round_problems``, ``no_such_seat``, ``hand_used``, ``attempt_made``, ``card_unknown``,
    ``wrong_level``, ``monster_taken``, ``label_long``, ``label_unprintable``.
    """
    unseated = seat_problems(state, seat)
    yield from unseated
    yield from round_problems(state, number)
    if not unseated:
        free = state.free_sides(seat, number)
        for side in hands.sides:
            if side not in free:
                yield Problem("hand_used", None, {"seat": seat, "round": number, "side": side.value}, FIGHT)
        if state.attempt(seat) is not None:
            yield Problem("attempt_made", None, {"seat": seat}, "BAF!, Score final")
    if state.setup.cards is None:
        yield from label_problems(monster, "monster")
        if not state.setup.names_repeat:
            yield from _named_twice(state, number, monster)
    else:
        yield from _card_taken(state, number, monster)


def _named_twice(state: BafState, number: int, monster: str) -> Iterable[Problem]:
    for one in state.fights:
        if monster.strip() and one.round == number and same_label(one.monster, monster):
            yield Problem("monster_taken", None, {"item": monster, "seat": one.seat, "count": 2, "most": 1}, FIGHT)


def _card_taken(state: BafState, number: int, monster: str) -> Iterable[Problem]:
    card = _card(state, monster)
    if card is None:
        yield Problem("card_unknown", None, {"item": "monster", "value": monster})
        return
    if 1 <= number <= ROUNDS and card.level != level_of(number):
        params: dict[str, Param] = {"item": card.code, "value": card.level, "needs": level_of(number)}
        yield Problem("wrong_level", None, params, "BAF!, Révélation des monstres")
    met = [one for one in state.fights if one.monster == card.code]
    if len(met) >= card.copies:
        params = {"item": card.code, "seat": met[-1].seat, "count": len(met) + 1, "most": card.copies}
        yield Problem("monster_taken", None, params, FIGHT)


def _weakness(state: BafState, seat: int, hands: Hands, number: int, card: MonsterCard) -> Iterable[Problem]:
    """Yield ``too_weak`` for each category in which the heroes miss the defence (rulings A5, A22)."""
    skills = state.combined(seat, hands, number)
    for skill in skills.short_of(card.defence):
        params: dict[str, Param] = {"seat": seat, "item": card.code, "round": number, "skill": skill.value}
        params |= {"value": skills.of(skill), "needs": card.defence.of(skill)}
        yield Problem("too_weak", None, params, "ruling A5")


def _contradictions(state: BafState, seat: int, number: int) -> Iterable[Problem]:
    """Yield ``contradicts_later`` for each loss of a later round that would be a win with this gain."""
    for one in state.fights_of(seat):
        card = _card(state, one.monster)
        if card is None or one.won or one.round <= number:
            continue
        if not list(_weakness(state, seat, one.hands, one.round, card)):
            params: dict[str, Param] = {"seat": seat, "item": card.code, "round": one.round}
            yield Problem("contradicts_later", None, params, OUTCOME)


def _typed_coins_problems(coins: int | None) -> Iterable[Problem]:
    if coins is None:
        yield Problem("coins_missing")
    elif not 0 <= coins <= COINS_MOST:
        yield Problem("coins_range", None, {"value": coins, "least": 0, "most": COINS_MOST})


def _card(state: BafState, monster: str) -> MonsterCard | None:
    return state.setup.cards.monster(monster) if state.setup.cards else None


def _points(fight: Fight, amount: int, source: str, rule: str) -> Points:
    params: dict[str, Param] = {"round": fight.round, "level": level_of(fight.round)}
    if fight.monster:
        params["item"] = fight.monster
    return Points(fight.seat, amount, source, rule, params)
