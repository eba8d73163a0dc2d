"""What may be entered now on the pad of BAF!: each value offered is allowed together with some of the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.baf.cards import BOSS_COINS_MOST, COINS_MOST, RUNES_MOST, SKILL_MOST, CardSet, MonsterCard, Skill
from engines.baf.score.counting import end_count
from engines.baf.score.ending import boss_card
from engines.baf.score.preparing import TOTAL_MOST, total_least
from engines.baf.score.state import ROUNDS, BafState, Boss, Hands, Side, taken_heroes
from engines.core.label import same_label
from engines.core.score import Choice, Field, Number, Pick, Rows, Words

NAMES_LONG = 300
"""Characters for the names of all monsters on the table."""

type Fight = tuple[int, Hands, MonsterCard]
"""A fight that may still take place in this round: who, with which hands, against what."""


def offered(state: BafState, *, over: bool) -> Iterator[Choice]:
    """Yield what may be entered now: fights of the present round, though entries for earlier ones are taken too."""
    cards = state.setup.cards
    if not state.picks and (cards is None or not state.fought):
        yield from _heroes(state, cards)
    if over:
        return
    if not state.fought and not state.left and not any(True for _ in taken_heroes(state)):
        yield Choice("all_heroes", (_pairs_field(state, cards),))
    if state.bosses is None:
        yield Choice("bosses", _bosses_fields(cards))
    if state.drafter is not None and not state.fought and sum(1 for _ in taken_heroes(state)) == state.picks:
        yield Choice("draft", _draft_fields(state, state.drafter, cards))
    if not state.fought:
        yield Choice("result", (Number("totals", total_least(state.setup), TOTAL_MOST, per_seat=True),))
    if state.round > ROUNDS:
        yield from _attempts(state, cards)
    elif state.drafted or (cards is None and not state.picks):
        yield from _typed_fights(state) if cards is None else _card_fights(state, cards)
        yield _reveal(state, cards)
        yield Choice("close_round", (Pick("round", (state.round,), default=state.round),))
    if not state.attempts:
        yield end_count(state)
    yield Choice("leave", (Pick("seat", state.staying),))
    yield Choice("stop", (Number("totals", total_least(state.setup), TOTAL_MOST, per_seat=True),))


def _heroes(state: BafState, cards: CardSet | None) -> Iterator[Choice]:
    seats = tuple(seat for seat in state.seats if state.heroes[seat] == (None, None))
    if seats:
        left, right = (_hero_field(side.value, state, cards) for side in Side)
        yield Choice("heroes", (Pick("seat", seats), left, right))


def _pairs_field(state: BafState, cards: CardSet | None) -> Rows:
    pair = [_hero_field(side.value, state, cards) for side in Side]
    fields = tuple(field for field in pair if not isinstance(field, Number | Rows))
    return Rows("pairs", fields, state.setup.seats, state.setup.seats, per_seat=True)


def _reveal(state: BafState, cards: CardSet | None) -> Choice:
    """Return the choice of what lies on the table: kinds of the level, or names to type."""
    number = Pick("round", (state.round,), default=state.round)
    if cards is None:
        return Choice("reveal", (number, Words("names", NAMES_LONG)))
    return Choice("reveal", (number, Pick("monsters", tuple(card.code for card in _unmet(state, cards)), many=True)))


def _unmet(state: BafState, cards: CardSet) -> list[MonsterCard]:
    """Return the monsters of the level of which some have not been fought."""
    met = [fight.monster for fight in state.fights]
    return [card for card in cards.monsters if card.level == state.level and met.count(card.code) < card.copies]


def _bosses_fields(cards: CardSet | None) -> tuple[Field, ...]:
    if cards is None:
        return Words("master"), Words("dragon")
    masters, dragons = (tuple(card.code for card in pile) for pile in (cards.masters, cards.dragons))
    return Pick("master", masters), Pick("dragon", dragons)


def _draft_fields(state: BafState, drafter: int, cards: CardSet | None) -> tuple[Field, ...]:
    sides = Pick("side", (None, *(side.value for side in Side)))
    fields = (Pick("seat", (drafter,), default=drafter), _hero_field("hero", state, cards), sides)
    return fields if cards else (*fields, *_skill_fields())


def _hero_field(name: str, state: BafState, cards: CardSet | None) -> Field:
    if cards is None:
        return Words(name)
    taken = {hero.name for _, hero in taken_heroes(state)}
    return Pick(name, tuple(card.code for card in cards.heroes if card.code not in taken))


def _skill_fields() -> tuple[Field, ...]:
    return tuple(Number(skill.value, 0, SKILL_MOST, default=0) for skill in Skill)


def _free_hands(state: BafState) -> Iterator[tuple[int, Hands]]:
    """Yield every seat with the hands it may still use in this round."""
    for seat in state.seats:
        free = state.free_sides(seat, state.round)
        yield from ((seat, hands) for hands in Hands if set(hands.sides) <= set(free))


def _typed_fights(state: BafState) -> Iterator[Choice]:
    free = list(_free_hands(state))
    if free:
        laid = tuple(_typed_left(state))
        named = Pick("monster", ("", *laid), default="") if laid else Words("monster")
        fight = (*_who(state, free), named)
        coins = Number("coins", 0, COINS_MOST)
        yield Choice("win", (*fight, coins, _put_field(), *_skill_fields(), _runes_field(RUNES_MOST)))
        yield Choice("loss", fight)


def _typed_left(state: BafState) -> Iterator[str]:
    """Yield the names on the table, without those fought where a name stands for one monster."""
    met = [] if state.setup.names_repeat else [one.monster for one in state.fights if one.round == state.round]
    yield from (name for name in state.laid if not any(same_label(name, other) for other in met))


def _card_fights(state: BafState, cards: CardSet) -> Iterator[Choice]:
    """Offer the fights that the cards allow: a win for who is strong enough, a loss for who is not."""
    left = [card for card in _unmet(state, cards) if not state.laid or card.code in state.laid]
    won: list[Fight] = []
    lost: list[Fight] = []
    for seat, hands in _free_hands(state):
        skills = state.combined(seat, hands, state.round)
        for card in left:
            (lost if skills.short_of(card.defence) else won).append((seat, hands, card))
    if won:
        runes = max(card.runes for _, _, card in won)
        more = [_put_field()] if any(card.improves for _, _, card in won) else []
        more_runes = [_runes_field(runes)] if runes else []
        yield Choice("win", (*_who(state, _without_card(won)), _monsters(won), *more, *more_runes))
    if lost:
        yield Choice("loss", (*_who(state, _without_card(lost)), _monsters(lost)))


def _without_card(fights: Iterable[Fight]) -> Iterator[tuple[int, Hands]]:
    return ((seat, hands) for seat, hands, _ in fights)


def _who(state: BafState, free: Iterable[tuple[int, Hands]]) -> tuple[Field, ...]:
    pairs = list(free)
    seats = tuple(dict.fromkeys(seat for seat, _ in pairs))
    hands = tuple(one.value for one in Hands if any(one is used for _, used in pairs))
    return Pick("seat", seats), Number("round", 1, state.round, default=state.round), Pick("hands", hands)


def _monsters(fights: Iterable[Fight]) -> Pick:
    return Pick("monster", tuple(dict.fromkeys(card.code for _, _, card in fights)))


def _put_field() -> Pick:
    return Pick("put", (None, *(side.value for side in Side)))


def _runes_field(most: int) -> Rows:
    return Rows("runes", (Pick("skill", tuple(skill.value for skill in Skill)),), 0, most)


def _attempts(state: BafState, cards: CardSet | None) -> Iterator[Choice]:
    seats = tuple(seat for seat in state.staying if state.attempt(seat) is None)
    if cards is None:
        for boss in Boss:
            yield Choice("boss_win", (Pick("seat", seats), Pick("boss", (boss.value,)), _boss_coins(state, boss)))
        yield Choice("boss_loss", (Pick("seat", seats), Pick("boss", tuple(boss.value for boss in Boss))))
    else:
        known = [(boss, card) for boss in Boss if (card := boss_card(state, boss)) is not None]
        won: list[tuple[int, Boss]] = []
        lost: list[tuple[int, Boss]] = []
        for seat in seats:
            skills = state.combined(seat, Hands.BOTH)
            for one, card in known:
                (lost if skills.short_of(card.defence) else won).append((seat, one))
        yield from _boss_choice("boss_win", won)
        yield from _boss_choice("boss_loss", lost)
    yield Choice("boss_pass", (Pick("seat", seats),))


def _boss_coins(state: BafState, boss: Boss) -> Number:
    """Return the coins to type, or only those that somebody has typed for the same boss before."""
    known = next((one.coins for one in state.attempts if one.won and one.boss is boss), None)
    if known is None:
        return Number("coins", 0, BOSS_COINS_MOST)
    return Number("coins", known, known, default=known)


def _boss_choice(kind: str, pairs: list[tuple[int, Boss]]) -> Iterator[Choice]:
    if pairs:
        seats = tuple(dict.fromkeys(seat for seat, _ in pairs))
        bosses = tuple(boss.value for boss in Boss if any(boss is other for _, other in pairs))
        yield Choice(kind, (Pick("seat", seats), Pick("boss", bosses)))
