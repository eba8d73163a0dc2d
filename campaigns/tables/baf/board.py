"""What the page draws of a game of BAF!: opponents, bosses, monsters, the reader's heroes, the question asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.matches.scores.baf_words import BOSSES, LETTERS, LEVELS, SIDES, SKILL_ICONS, SKILLS
from campaigns.tables.baf.choices import HANDS, Choices
from campaigns.tables.baf.kept import kept
from campaigns.tables.baf.words import Cards
from campaigns.tables.scene import ActionButton, around
from engines.baf.cards import NO_SKILLS, BossCard, MonsterCard, Skills
from engines.baf.notation import action
from engines.baf.score.state import Boss, Side
from engines.baf.view import HeroView, MonsterView, Phase, SeatView, View


class Amount(Struct, frozen=True):
    """How much of a skill, with its name and its icon."""

    name: str | Promise
    icon: str
    value: int


class HeroSeen(Struct, frozen=True):
    """A hero on a side, or in the draft (``side`` is empty). ``under`` names the monsters under the card."""

    code: str
    name: str
    side: str
    letter: str
    skills: tuple[Amount, ...]
    under: tuple[str, ...]
    button: ActionButton | None = None


class SeatSeen(Struct, frozen=True):
    """One seat: its heroes, its coins, how many monsters beat it."""

    number: int
    own: bool
    acts: bool
    resigned: bool
    heroes: tuple[HeroSeen, ...]
    coins: int
    lost: int
    aside: tuple[str, ...]


class HandOffer(Struct, frozen=True):
    """One of the reader's hands at a monster: the field and value it is laid by, or the button of a race.

    ``enough`` tells whether that hero alone beats the monster, ``None`` where the page does not tell.
    """

    side: str
    letter: str
    value: str
    spoken: str
    enough: bool | None = None
    button: ActionButton | None = None


class MonsterSeen(Struct, frozen=True):
    """A monster on the table with what is printed on it, who attacks it, and the reader's hands that may go there.

    ``both`` tells whether the reader's two heroes together beat it, ``None`` where the page does not tell.
    """

    place: int
    name: str
    defence: tuple[Amount, ...]
    gain: tuple[Amount, ...]
    runes: int
    coins: int
    owner: str
    hands: tuple[HandOffer, ...] = ()
    both: bool | None = None


class BossSeen(Struct, frozen=True):
    """The dungeon master or the dragon: its defence, its coins, and whether both the reader's heroes reach it."""

    code: str
    title: str | Promise
    name: str
    defence: tuple[Amount, ...]
    coins: int
    enough: bool | None
    button: ActionButton | None = None


class Board(Struct, frozen=True):
    """The table. ``gain`` is the monster whose card the reader places now, ``hidden`` counts those face down.

    ``kept`` says what the reader has decided that the others do not know yet.
    """

    own: SeatSeen | None
    others: tuple[SeatSeen, ...]
    round: int
    level: str
    bosses: tuple[BossSeen, ...]
    monsters: tuple[MonsterSeen, ...]
    hidden: int
    drafted: tuple[HeroSeen, ...]
    choices: Choices
    gain: MonsterSeen | None
    buttons: tuple[ActionButton, ...]
    kept: str

    @property
    def face_down(self) -> range:
        """The places of the monsters that lie face down."""
        return range(self.hidden)


def board(view: View, cards: Cards, offered: Choices, names: Sequence[str], *, hints: bool) -> Board:
    """Return the table as the view shows it; others' seats in the order after the reader's.

    ``hints`` says of each monster whether the reader's heroes beat it.
    """
    seats = [_seat(seat, view, cards) for seat in view.seats]
    own, others = around(seats, view.viewer)
    skills = _own_skills(view) if hints else None
    monsters = tuple(_monster(one, view, cards, offered, names, skills) for one in view.monsters)
    mine = next((one for one in view.gains if one.seat == view.viewer), None)
    gaining = mine is not None and bool(offered.buttons) and view.phase is Phase.GAIN
    by_boss = {one.code.split(" ")[-1]: one for one in offered.buttons} if view.phase is Phase.ATTEMPT else {}
    return Board(
        own,
        others,
        view.round,
        LEVELS.get(view.level, ""),
        tuple(_bosses(view, cards, by_boss)),
        monsters,
        2 * len(view.seats) if view.phase is Phase.READY else 0,
        tuple(_drafted(view, cards, offered)),
        offered,
        monsters[mine.place] if mine is not None and gaining else None,
        tuple(one for one in offered.buttons if not one.hero and not (by_boss and one.primary)),
        kept(view, cards),
    )


def _amounts(skills: Skills, *, all_four: bool = False) -> tuple[Amount, ...]:
    return tuple(
        Amount(SKILLS[skill.value], SKILL_ICONS[skill.value], value) for skill, value in skills if value or all_four
    )


def _seat(seat: SeatView, view: View, cards: Cards) -> SeatSeen:
    heroes = (
        [_hero(hero, side, cards) for hero, side in zip(seat.heroes, HANDS, strict=True)]
        if seat.heroes
        else [_picked(code, cards) for code in seat.picks]
    )
    return SeatSeen(
        seat.seat,
        seat.seat == view.viewer,
        seat.seat == view.actor,
        seat.resigned,
        tuple(heroes),
        seat.coins,
        seat.lost,
        tuple(cards.monster(code) for code in seat.aside),
    )


def _hero(hero: HeroView, side: Side, cards: Cards) -> HeroSeen:
    return HeroSeen(
        hero.code,
        cards.hero(hero.code),
        str(SIDES[side.value]),
        str(LETTERS[side.value]),
        _amounts(hero.skills, all_four=True),
        tuple(cards.monster(code) for code in hero.under),
    )


def _picked(code: str, cards: Cards, button: ActionButton | None = None) -> HeroSeen:
    card = cards.set.hero(code)
    skills = card.skills if card is not None else NO_SKILLS
    return HeroSeen(code, cards.hero(code), "", "", _amounts(skills, all_four=True), (), button)


def _drafted(view: View, cards: Cards, offered: Choices) -> list[HeroSeen]:
    """Return the heroes left in the draft, or the reader's own two while the left one is to be named."""
    buttons = {one.hero: one for one in offered.buttons if one.hero}
    if view.phase is Phase.SIDES:
        return [_picked(code, cards, button) for code, button in buttons.items()]
    return [_picked(code, cards, buttons.get(code)) for code in view.heroes] if view.phase is Phase.DRAFT else []


def _own_skills(view: View) -> tuple[Skills, Skills] | None:
    if view.viewer is None or len(view.seats[view.viewer].heroes) < 2:
        return None
    left, right = view.seats[view.viewer].heroes
    return left.skills, right.skills


def _monster(
    one: MonsterView,
    view: View,
    cards: Cards,
    offered: Choices,
    names: Sequence[str],
    skills: tuple[Skills, Skills] | None,
) -> MonsterSeen:
    card = cards.set.monster(one.code)
    name = cards.monster(one.code)
    if card is None:
        raise ValueError(f"{one.code} is no card of the set")
    hands = tuple(_hands(one, card, name, offered, skills))
    told = skills is not None and view.phase is Phase.LAY
    return MonsterSeen(
        one.place,
        name,
        _amounts(card.defence),
        _amounts(card.gain),
        card.runes,
        card.coins,
        names[one.owner] if one.owner is not None else "",
        hands,
        not (skills[0] + skills[1]).short_of(card.defence) if skills is not None and told else None,
    )


def _hands(
    one: MonsterView, card: MonsterCard, name: str, offered: Choices, skills: tuple[Skills, Skills] | None
) -> list[HandOffer]:
    found = []
    for number, choice in enumerate(offered.hands):
        if one.place in choice.places and not choice.fixed:
            enough = not skills[number].short_of(card.defence) if skills is not None else None
            spoken = _("%(hand)s on %(monster)s") % {"hand": choice.label, "monster": name}
            letter = str(LETTERS[choice.side.value])
            found.append(HandOffer(choice.side.value, letter, str(one.place), spoken, enough))
    touches = (offered.touches or {}).get(one.place, ())
    return [*found, *(HandOffer(_side(button), button.label, "", button.spoken, None, button) for button in touches)]


def _side(button: ActionButton) -> str:
    """Return the side of the hand that a button touches with."""
    return "" if (side := action(button.code).side) is None else side.value


def _bosses(view: View, cards: Cards, by_boss: Mapping[str, ActionButton]) -> list[BossSeen]:
    skills = _own_skills(view)
    found = []
    for boss, code in ((Boss.MASTER, view.master), (Boss.DRAGON, view.dragon)):
        card: BossCard | None = cards.set.boss(code)
        if card is not None:
            enough = not (skills[0] + skills[1]).short_of(card.defence) if skills is not None else None
            found.append(
                BossSeen(
                    boss.value,
                    BOSSES[boss.value],
                    cards.boss(code),
                    _amounts(card.defence),
                    card.coins,
                    enough,
                    by_boss.get(boss.value),
                )
            )
    return found


# The question


def question(view: View, cards: Cards) -> str:
    """Return the question to the reader."""
    if view.phase is Phase.GAIN:
        mine = next((one for one in view.gains if one.seat == view.viewer), None)
        if mine is not None:
            return _("%(monster)s is beaten: under which hero?") % {"monster": cards.monster(mine.code)}
    if view.phase is Phase.LAY and view.viewer is not None and sum(view.seats[view.viewer].asked) == 1:
        return _("One of your hands was too late: where now?")
    return _ASKED[view.phase]()


_ASKED: Final[Mapping[Phase, Callable[[], str]]] = {
    Phase.DRAFT: lambda: _("Which hero do you choose?"),
    Phase.SIDES: lambda: _("Which of your heroes is on the left?"),
    Phase.LAY: lambda: _("Where do you lay your hands?"),
    Phase.RACE: lambda: _("Quick: touch the monsters you want!"),
    Phase.GAIN: lambda: _("Under which hero?"),
    Phase.ATTEMPT: lambda: _("Your last fight: who do you attack?"),
}

DOING: Final[Mapping[Phase, Callable[[], str]]] = {
    Phase.DRAFT: lambda: _("chooses a hero"),
    Phase.SIDES: lambda: _("says which hero is on the left"),
    Phase.LAY: lambda: _("lays the hands"),
    Phase.RACE: lambda: _("touches monsters"),
    Phase.GAIN: lambda: _("places a beaten monster"),
    Phase.ATTEMPT: lambda: _("chooses the last fight"),
}

WAITING: Final[Mapping[Phase, Callable[[], str]]] = {
    Phase.LAY: lambda: _("All lay their hands in secret."),
    Phase.READY: lambda: _("The monsters will be shown to everybody at the same moment."),
    Phase.RACE: lambda: _("Quick hands: the first hand on a monster has it."),
    Phase.GAIN: lambda: _("Beaten monsters are put under heroes."),
    Phase.ATTEMPT: lambda: _("All choose their last fight in secret."),
}
"""What whoever is not asked reads where several are asked at once."""
