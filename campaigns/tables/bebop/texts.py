"""What the cards of Space Serenade say, in words: a clause for each verb and condition of their language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext

from campaigns.tables.bebop.words import AMOUNTS, CHARACTERS, PLACES, PLANETS, POOLS, SKILLS, ZONES, Cards, amount
from campaigns.tables.effects import joining
from campaigns.tables.effects.sentences import Clause, Speaker, Vocabulary, optional
from engines.bebop.book import Texts
from engines.bebop.cards import ActionCard, DamageCard, Goes
from engines.bebop.language import book_of
from engines.bebop.verbs.asking import FuelLeast, Here, Played, Spot
from engines.bebop.verbs.buy import Buy, Into
from engines.bebop.verbs.confront import Confront
from engines.bebop.verbs.copy_ import Copy
from engines.bebop.verbs.discard import Discard
from engines.bebop.verbs.draw import Draw
from engines.bebop.verbs.gain import Gain
from engines.bebop.verbs.gauge import Change, Gauge, On
from engines.bebop.verbs.look import Deck, Look
from engines.bebop.verbs.lose import Lose
from engines.bebop.verbs.move import Move, To
from engines.bebop.verbs.picking import Sort, Zone
from engines.bebop.verbs.renew_market import RenewMarket
from engines.bebop.verbs.reveal import Reveal
from engines.bebop.verbs.roll import Roll
from engines.bebop.verbs.take import Take
from engines.bebop.verbs.trash import Trash
from engines.bebop.verbs.travel import Figure, Travel, Where
from engines.bebop.verbs.use_skill import UseSkill
from engines.core.effects.conditions import Condition
from engines.core.effects.steps import Step

GOES: Final = {
    Goes.OUT: lambda: _("it is trashed"),
    Goes.DISCARD: lambda: _("it goes onto your discard pile"),
    Goes.TOP: lambda: _("it goes on top of your deck"),
}


def _gain(step: Gain, speaker: Speaker) -> str:
    return _("gain %(amount)s") % {"amount": speaker.amount(step.what.value, step.n)}


def _lose(step: Lose, speaker: Speaker) -> str:
    return _("lose %(amount)s") % {"amount": speaker.amount(step.what.value, step.n)}


def _take(step: Take, speaker: Speaker) -> str:
    return _("you take %(amount)s there") % {"amount": speaker.amount("fuel", step.n)}


def _draw(step: Draw, speaker: Speaker) -> str:
    count, shown = speaker.number(step.n)
    return ngettext("draw %(count)s card", "draw %(count)s cards", count) % {"count": shown}


def _discard(step: Discard, speaker: Speaker) -> str:
    count, shown = speaker.number(step.n)
    said = ngettext("discard %(count)s card", "discard %(count)s cards", count) % {"count": shown}
    return optional(said, up_to=step.up_to)


def _cards(step: Trash | Move, speaker: Speaker) -> str:
    """Which cards, and where they are looked for."""
    count, shown = speaker.number(step.n)
    words = {"count": shown}
    if step.up_to and count > 1:
        said = ngettext("up to %(count)s card", "up to %(count)s cards", count) % words
    else:
        said = ngettext("%(count)s card", "%(count)s cards", count) % words
    kind = [_SORTS[step.sort]()] if step.sort is not None else []
    kind += [str(CHARACTERS[step.colour.value])] if step.colour is not None else []
    kind += [_("cost %(most)s at most") % {"most": step.cost_most}] if step.cost_most >= 0 else []
    if kind:
        said = f"{said} ({', '.join(kind)})"
    zones = _(" or ").join(str(ZONES[zone.value]) for zone in step.from_)
    return _("%(cards)s (from: %(zones)s)") % {"cards": said, "zones": zones} if step.from_ != (Zone.HAND,) else said


def _trash(step: Trash, speaker: Speaker) -> str:
    if step.card:
        return _("trash this card")
    return optional(_("trash %(cards)s") % {"cards": _cards(step, speaker)}, up_to=step.up_to)


def _move(step: Move, speaker: Speaker) -> str:
    said = _MOVED[step.to]() % {"cards": _cards(step, speaker)}
    return optional(said, up_to=step.up_to)


def _look(step: Look, speaker: Speaker) -> str:
    count, shown = speaker.number(step.n)
    words = {"count": shown, "deck": _DECKS[step.deck]()}
    return ngettext("look at the top card (%(deck)s)", "look at the top %(count)s cards (%(deck)s)", count) % words


def _reveal(step: Reveal, speaker: Speaker) -> str:
    return _("show the hand to all")


def _roll(step: Roll, speaker: Speaker) -> str:
    return _("roll a die")


def _copy(step: Copy, speaker: Speaker) -> str:
    return _("do the text of another card in play")


def _travel(step: Travel, speaker: Speaker) -> str:
    count, shown = speaker.number(step.n)
    words = {
        "figure": _FIGURES[step.figure](),
        "place": _WHERE[step.to]() if step.to in _WHERE else PLACES[step.to.value],
    }
    said = _("move %(figure)s without fuel (%(place)s)") % words
    if count > 1:
        said = _("%(said)s, up to %(count)s figures") % {"said": said, "count": shown}
    return optional(said, up_to=step.up_to)


def _gauge(step: Gauge, speaker: Speaker) -> str:
    planet = _ON[step.planet]() if step.planet in _ON else PLANETS[step.planet.value]
    return optional(_CHANGES[step.change]() % {"planet": planet}, up_to=step.up_to)


def _buy(step: Buy, speaker: Speaker) -> str:
    if step.free:
        said = _("take a card of the market for nothing")
    else:
        said = _("buy a card for %(amount)s less") % {"amount": speaker.amount("woolongs", step.less)}
    kind = [str(CHARACTERS[step.colour.value])] if step.colour is not None else []
    kind += [_("cost %(most)s at most") % {"most": step.cost_most}] if step.cost_most >= 0 else []
    if kind:
        said = f"{said} ({', '.join(kind)})"
    return optional(_INTO[step.to]() % {"said": said}, up_to=True)


def _renew_market(step: RenewMarket, speaker: Speaker) -> str:
    return _("renew the market")


def _confront(step: Confront, speaker: Speaker) -> str:
    said = _("take a capture token without paying")
    kind = [_("any planet") if step.anywhere else _("where you are")]
    if step.pile is not None:
        kind.append(_("off the pile of Resistance") if step.pile.value == "resistance" else _("off the clue pile"))
    kind += [_("not Vicious’s")] if step.criminals else []
    kind += [_("without damage cards")] if step.harmless else []
    return optional(f"{said} ({', '.join(kind)})", up_to=step.up_to)


def _use_skill(step: UseSkill, speaker: Speaker) -> str:
    return optional(_("use a skill without fuel (%(skill)s)") % {"skill": SKILLS[step.skill.value]}, up_to=True)


_SORTS: Final[Mapping[Any, Any]] = {
    Sort.DAMAGE: lambda: _("damage"),
    Sort.BASE: lambda: _("base card"),
    Sort.COMMON: lambda: _("bought card"),
}
_MOVED: Final[Mapping[Any, Any]] = {
    To.HAND: lambda: _("take %(cards)s into your hand"),
    To.DISCARD: lambda: _("put %(cards)s onto your discard pile"),
    To.DECK: lambda: _("put %(cards)s on top of your deck"),
}
_DECKS: Final[Mapping[Any, Any]] = {
    Deck.OWN: lambda: _("your deck"),
    Deck.COMMON: lambda: _("common deck"),
    Deck.DAMAGE: lambda: _("damage deck"),
}
_FIGURES: Final[Mapping[Any, Any]] = {
    Figure.OWN: lambda: _("your figure"),
    Figure.OTHERS: lambda: _("another figure"),
    Figure.ABSENT: lambda: _("a figure that nobody plays"),
    Figure.ANY: lambda: _("any figure"),
}
_WHERE: Final[Mapping[Any, Any]] = {
    Where.ANYWHERE: lambda: _("anywhere"),
    Where.PLANET: lambda: _("to a planet"),
    Where.HERE: lambda: _("to where you are"),
}
_ON: Final[Mapping[Any, Any]] = {On.ANY: lambda: _("any planet"), On.HERE: lambda: _("where you are")}
_CHANGES: Final[Mapping[Any, Any]] = {
    Change.UP: lambda: _("raise a gauge by 1 (%(planet)s)"),
    Change.DOWN: lambda: _("lower a gauge by 1 (%(planet)s)"),
    Change.EITHER: lambda: _("raise or lower a gauge by 1 (%(planet)s)"),
}
_INTO: Final[Mapping[Any, Any]] = {
    Into.DISCARD: lambda: "%(said)s",
    Into.DECK: lambda: _("%(said)s, onto your deck"),
    Into.HAND: lambda: _("%(said)s, into your hand"),
}

VERBS: Final[Mapping[type[Step], Clause]] = {
    **joining.STEPS,
    Gain: _gain,
    Lose: _lose,
    Take: _take,
    Draw: _draw,
    Discard: _discard,
    Move: _move,
    Trash: _trash,
    Look: _look,
    Reveal: _reveal,
    Roll: _roll,
    Copy: _copy,
    Travel: _travel,
    Gauge: _gauge,
    Buy: _buy,
    RenewMarket: _renew_market,
    Confront: _confront,
    UseSkill: _use_skill,
}


def _played(condition: Played, speaker: Speaker) -> str:
    return _("%(character)s is in play") % {"character": CHARACTERS[condition.played.value]}


def _here(condition: Here, speaker: Speaker) -> str:
    said = _SPOTS.get(condition.here)
    return said() if said is not None else _("you are on: %(place)s") % {"place": PLACES[condition.here.value]}


def _fuel_least(condition: FuelLeast, speaker: Speaker) -> str:
    who = speaker.who(condition.who) or _("you")
    return _("%(who)s: at least %(amount)s") % {"who": who, "amount": speaker.amount("fuel", condition.fuel_least)}


_SPOTS: Final[Mapping[Any, Any]] = {
    Spot.PLANET: lambda: _("you are on a planet"),
    Spot.CRIMINAL: lambda: _("you are with a criminal"),
    Spot.VICIOUS: lambda: _("you are with Vicious"),
    Spot.COMPANION: lambda: _("another figure is with you"),
}

CONDITIONS: Final[Mapping[type[Condition], Clause]] = {
    **joining.CONDITIONS,
    Played: _played,
    Here: _here,
    FuelLeast: _fuel_least,
}

COUNTS: Final = {
    "woolongs": lambda: "Woolongs",
    "fuel": lambda: _("fuel"),
    "force": lambda: _("Force"),
    "clues": lambda: _("clues"),
    "hand": lambda: _("cards in hand"),
    "discard": lambda: _("cards in the discard pile"),
    "damage": lambda: _("damage cards in the discard pile"),
    "tokens": lambda: _("capture tokens"),
    "captured": lambda: _("criminals captured"),
    "played": lambda: _("cards in play"),
    "companions": lambda: _("figures at the same place"),
}

VOCABULARY: Final = Vocabulary(VERBS, CONDITIONS, COUNTS, AMOUNTS)


@dataclass(frozen=True, slots=True)
class Said:
    """What a card says: when played, in its team zone, and when drawn as a damage card."""

    play: str = ""
    team: str = ""
    red: str = ""


class Sayings:
    """What the cards of a table say. ``names`` are the players', where steps name seats by number."""

    def __init__(self, cards: Cards, names: tuple[str, ...] = ()) -> None:
        self._cards = cards
        self._book = book_of(cards.set)
        self.speaker = Speaker(VOCABULARY, names)

    def steps(self, code: str, slot: str) -> tuple[Step, ...]:
        """Return the steps of a slot: "play" (also a damage card's grey text), "team" or "red"."""
        texts = self._texts(code)
        return {"play": texts.play, "team": texts.team, "red": texts.red}[slot]

    def of(self, code: str) -> Said:
        """Return what a card says."""
        card = self._cards.held(code)
        texts = self._texts(code)
        play = self.speaker.sentences(texts.play)
        if isinstance(card, DamageCard):
            return Said(play, red=self._red(card, texts))
        return Said(play, self._team(card, texts))

    def slot(self, code: str, slot: str) -> str:
        """Return what one slot says."""
        return self.speaker.sentences(self.steps(code, slot))

    def _texts(self, code: str) -> Texts:
        return self._book.texts[self._book.number[code]]

    def brief(self, code: str) -> str:
        """Return what a card brings and says when played, in one line."""
        card = self._cards.held(code)
        brought = ", ".join(amount(what, count) for what in POOLS if (count := getattr(card, what, 0)))
        return " · ".join(text for text in (brought, self.slot(code, "play")) if text)

    def _team(self, card: ActionCard, texts: Texts) -> str:
        if card.team is None:
            return ""
        words = {"character": CHARACTERS[card.team.with_.value], "does": self.speaker.inner(texts.team)}
        return _("With %(character)s in play: %(does)s.") % words

    def _red(self, card: DamageCard, texts: Texts) -> str:
        does = [text for text in (self.speaker.inner(texts.red), GOES[card.red.to]()) if text]
        return _("When drawn: %(does)s.") % {"does": _(", then ").join(does)}
