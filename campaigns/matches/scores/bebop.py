"""The pad of Space Serenade: planets, criminals, capture tokens, gauges, and Vicious."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy
from msgspec import Struct

from campaigns.matches.scores.pad import Key, Pad
from campaigns.matches.scores.wording import Names, Text, broken_off, said_by_card, totals_said
from engines.bebop.cards import CardSet, Character, Planet
from engines.bebop.score.game import GAME
from engines.bebop.score.hunting import EndTurn, Gauge, Take
from engines.bebop.score.noting import ByCard, Captures, Choose, FinalRenown, Leave, Stop
from engines.bebop.score.pursuit import Arrival, Move
from engines.bebop.score.revealing import Reveal, StartingCriminal
from engines.bebop.score.state import BebopState, Piles, Target
from engines.core.card_set import Card
from engines.core.score import Choice, Entry, Event, Pick

PLANETS: Mapping[str, Text] = {
    "earth": gettext_lazy("Earth"),
    "mars": gettext_lazy("Mars"),
    "ganymede": gettext_lazy("Ganymede"),
}
TARGETS: Mapping[str, Text] = {**PLANETS, "vicious": "Vicious"}
PILES: Mapping[str, Text] = {
    "resistance": pgettext_lazy("Space Serenade", "Resistance"),
    "clues": pgettext_lazy("Space Serenade", "Investigation"),
}
PILE_ICONS: Mapping[str, str] = {"resistance": "fist", "clues": "search"}
CHARACTERS: Mapping[str, Text] = {"spike": "Spike", "jet": "Jet", "faye": "Faye", "ed": "Ed"}


class PileSeen(Struct, frozen=True):
    """A pile of capture tokens: one mark for each token, those left first."""

    name: Text
    icon: str
    left: int
    marks: tuple[bool, ...]


class PlanetSeen(Struct, frozen=True):
    """A planet's board, or Vicious's card (``gauge`` 0)."""

    code: str
    name: Text
    gauge: int
    vicious: bool
    criminal: str
    star: int
    empty: bool
    piles: tuple[PileSeen, ...]


class HunterToken(Struct, frozen=True):
    """How many tokens of one kind somebody holds."""

    code: str
    name: Text
    count: int


class Hunter(Struct, frozen=True):
    """A seat on the board."""

    seat: int
    name: str
    character: Text
    renown: int
    captured: int
    tokens: tuple[HunterToken, ...]
    active: bool


class BebopPad(Pad[BebopState]):
    """Space Serenade."""

    game = GAME
    board_template: ClassVar[str] = "campaigns/matches/boards/bebop.html"
    total_title: ClassVar[Text] = gettext_lazy("Renown")
    heroes_title: ClassVar[Text] = gettext_lazy("Characters")
    heroes_each: ClassVar[int] = 1
    hero_codes: ClassVar[tuple[str, ...]] = tuple(one.value for one in Character)
    seat_fields: ClassVar[frozenset[str]] = frozenset({"seat", "active"})
    hidden_kinds: ClassVar[frozenset[str]] = frozenset({"result"})
    keys: ClassVar[Mapping[str, Key]] = {
        "place": Key(gettext_lazy("A criminal at the start"), "place", common=True),
        "reveal": Key(gettext_lazy("A criminal is revealed"), "card", common=True),
        "arrival": Key(gettext_lazy("Vicious appears"), "skull", common=True),
        "move": Key(gettext_lazy("Vicious moves: the card shows"), "skull", common=True),
        "take": Key(gettext_lazy("Capture tokens"), "star", common=True, compact=True),
        "end_turn": Key(gettext_lazy("End of the turn"), "arrow-right", common=True),
        "captures": Key(gettext_lazy("How many criminals each"), "swap", common=True),
        "gauge": Key(gettext_lazy("A card moves a gauge"), "swap"),
        "choose": Key(gettext_lazy("Who plays whom"), "user"),
        "card": Key(gettext_lazy("Renown by a card"), "card"),
        "leave": Key(gettext_lazy("A player leaves"), "run"),
        "stop": Key(gettext_lazy("Break the match off"), "stop"),
        "result": Key(gettext_lazy("Final renown"), "flag"),
    }
    quick_kinds: ClassVar[frozenset[str]] = frozenset({"stop"})
    submit_fields: ClassVar[Mapping[str, str]] = {
        "take": "count",
        "gauge": "change",
        "choose": "character",
        "move": "planet",
    }
    folded: ClassVar[Mapping[str, frozenset[str]]] = {
        "place": frozenset({"criminal"}),
    }
    usual: ClassVar[Mapping[tuple[str, str], tuple[int, ...]]] = {
        **{(kind, pile): (1, 2, 3, 4, 5) for kind in ("place", "reveal") for pile in ("resistance", "clues")},
        ("reveal", "star"): (0, 1, 2, 3),
        ("card", "points"): (-2, -1, 1, 2, 3),
    }
    field_names: ClassVar[Mapping[str, Text]] = {
        "seat": gettext_lazy("Who"),
        "planet": gettext_lazy("Planet"),
        "target": gettext_lazy("Tokens of"),
        "pile": gettext_lazy("Pile"),
        "count": gettext_lazy("How many tokens"),
        "change": gettext_lazy("Gauge"),
        "criminal": gettext_lazy("Criminal"),
        "resistance": PILES["resistance"],
        "clues": PILES["clues"],
        "star": gettext_lazy("Number in the star"),
        "character": gettext_lazy("Character"),
        "totals": gettext_lazy("Renown"),
        "card": gettext_lazy("Card"),
        "points": gettext_lazy("Renown, more or less"),
        "reason": gettext_lazy("Reason"),
        "stop.totals": gettext_lazy("Renown that differs from the pad’s"),
        "captured": gettext_lazy("Criminals captured"),
        "token_renown": gettext_lazy("Renown for each capture token"),
        "cards": gettext_lazy("Card set"),
    }
    value_names: ClassVar[Mapping[tuple[str, int | str | None], Text]] = {
        **{("planet", code): name for code, name in PLANETS.items()},
        **{("target", code): name for code, name in TARGETS.items()},
        **{(field, code): name for field in ("pile", "item", "field") for code, name in PILES.items()},
        **{(field, code): name for field in ("character", "item") for code, name in CHARACTERS.items()},
        ("item", "star"): gettext_lazy("number in the star"),
        ("item", "vicious"): "Vicious",
        ("change", 1): "+1",
        ("change", -1): "−1",
    }
    source_names: ClassVar[Mapping[str, Text]] = {
        "tokens": gettext_lazy("capture tokens"),
        "star": gettext_lazy("criminals captured"),
        "card": gettext_lazy("by a card"),
        "result": gettext_lazy("result"),
    }
    ending_names: ClassVar[Mapping[str, Text]] = {
        "vicious_captured": gettext_lazy("Vicious was captured."),
        "vicious_fled": gettext_lazy("Vicious fled: a small victory only."),
        "result": gettext_lazy("The most renown wins."),
        "stopped": gettext_lazy("The match was broken off."),
        "left": gettext_lazy("All players but one have left: that one wins."),
    }
    tie_names: ClassVar[Mapping[str, Text]] = {"captured": gettext_lazy("criminals captured")}
    final_names: ClassVar[Mapping[str, Text]] = {
        "total": gettext_lazy("Renown"),
        "captured": gettext_lazy("Criminals captured (only in a tie)"),
    }
    problem_texts: ClassVar[Mapping[str, Text]] = {
        "planet_occupied": gettext_lazy("%(planet)s already has its criminal."),
        "no_starter": gettext_lazy("%(item)s is not a starting criminal: its star says %(value)s."),
        "nothing_to_reveal": gettext_lazy("There is no card to reveal now."),
        "only_vicious_left": gettext_lazy("Only Vicious is left in the deck."),
        "planet_dealt_out": gettext_lazy("All %(most)s criminals of %(planet)s in the deck have been revealed."),
        "starters_out": gettext_lazy("All starting criminals of %(planet)s have been seen."),
        "criminal_seen": gettext_lazy("%(item)s has already been revealed."),
        "planet_missing": gettext_lazy("Say which planet."),
        "number_range": gettext_lazy("%(item)s: between %(least)s and %(most)s."),
        "number_missing": gettext_lazy("%(item)s: how many?"),
        "numbers_on_card": gettext_lazy("The card of %(item)s says %(needs)s (%(field)s), not %(value)s."),
        "planet_on_card": gettext_lazy("%(item)s is at home on %(planet)s."),
        "card_unknown": gettext_lazy("This card is not in the card set of this match."),
        "not_active": gettext_lazy("It is %(active)s’s turn, not %(player)s’s."),
        "criminals_missing": gettext_lazy("Place the starting criminals first: %(count)s of %(needs)s are there."),
        "reveal_first": gettext_lazy("A criminal was captured: reveal the new ones first."),
        "move_first": gettext_lazy("Vicious moves first: enter the card."),
        "nobody_there": gettext_lazy("%(target)s: nobody is there to be captured."),
        "tokens_left": gettext_lazy("%(target)s has only %(most)s tokens left on this pile."),
        "count_least": gettext_lazy("At least one token."),
        "gauge_step": gettext_lazy("A card moves a gauge by one."),
        "vicious_early": gettext_lazy("Vicious is among the last four cards: %(needs)s others come before him."),
        "no_movement_card": gettext_lazy("No card of %(planet)s is left in Vicious’s deck."),
        "vicious_tokens": gettext_lazy("Vicious has %(most)s tokens at most."),
        "not_moving": gettext_lazy("Vicious does not move now."),
        "character_known": gettext_lazy("%(player)s is already playing %(item)s; correct that entry instead."),
        "character_taken": gettext_lazy("%(item)s is played by %(player)s."),
        "has_left": gettext_lazy("%(player)s has left the match."),
        "result_late": gettext_lazy("A final result has to be entered before criminals are placed."),
        "total_range": gettext_lazy("%(player)s: between %(least)s and %(most)s renown."),
        "captured_range": gettext_lazy("%(player)s: between %(least)s and %(most)s criminals."),
        "captured_sum": gettext_lazy("There are %(most)s criminals in all, not %(value)s."),
        "captures_known": gettext_lazy("The captured criminals have already been entered."),
        "token_renown_range": gettext_lazy("A token is worth %(least)s to %(most)s renown."),
    }
    event_texts: ClassVar[Mapping[str, Text]] = {
        "discarded": gettext_lazy("%(planet)s is occupied: the card is discarded"),
        "gauge": gettext_lazy("Gauge of %(planet)s: %(before)s → %(value)s"),
        "captured": gettext_lazy("%(player)s captures the criminal of %(target)s"),
        "escaped": gettext_lazy("The criminal of %(planet)s escapes; tokens lost: %(count)s"),
        "characters_return": gettext_lazy("Everybody on %(planet)s returns to the Bebop"),
        "vicious_appears": gettext_lazy("Vicious appears on %(planet)s"),
        "vicious_moves": gettext_lazy("Vicious goes to %(planet)s"),
        "last_turns": gettext_lazy("The last card of Vicious’s deck: one more turn each"),
        "vicious_fled": gettext_lazy("Vicious flees"),
        "tokens_lost": gettext_lazy("%(player)s discards capture tokens: %(count)s"),
    }

    def cards_of(self, cards: CardSet) -> Iterable[Card]:
        """The criminals."""
        return cards.criminals

    def event(self, event: Event, names: Names) -> str:
        """Vicious has no planet of his own."""
        if event.code == "captured" and event.params.get("target") == Target.VICIOUS and event.seat is not None:
            return _("%(player)s captures Vicious") % {"player": names[event.seat]}
        return super().event(event, names)

    def sentence(self, entry: Entry[Any], names: Names) -> str:
        """Say what happened."""
        match entry:
            case Take():
                said = _("%(player)s takes tokens: %(target)s, %(pile)s ×%(count)s") % {
                    "player": names[entry.seat],
                    "target": TARGETS[entry.target.value],
                    "pile": PILES[entry.pile.value],
                    "count": entry.count,
                }
            case EndTurn():
                said = _("End of %(player)s’s turn") % {"player": names[entry.seat]}
            case Gauge():
                said = _("A card moves the gauge of %(planet)s (%(change)s)") % {
                    "planet": PLANETS[entry.planet.value],
                    "change": self.value_name("change", entry.change, names),
                }
            case Choose():
                said = _("%(player)s plays %(heroes)s") % {
                    "player": names[entry.seat],
                    "heroes": CHARACTERS[entry.character.value],
                }
            case StartingCriminal() | Reveal():
                said = self._revealed(entry, names)
            case _:
                said = self._later(entry, names)
        return said

    def _revealed(self, entry: StartingCriminal | Reveal, names: Names) -> str:
        criminal = self.value_name("criminal", entry.criminal, names) if entry.criminal else _("a criminal")
        planet = PLANETS[entry.planet.value] if entry.planet is not None else ""
        if isinstance(entry, StartingCriminal):
            said = _("At the start: %(criminal)s") % {"criminal": criminal}
        else:
            said = _("Revealed: %(criminal)s") % {"criminal": criminal}
        return _("%(said)s (%(planet)s)") % {"said": said, "planet": planet} if planet else said

    def _later(self, entry: Entry[Any], names: Names) -> str:
        match entry:
            case Arrival():
                return _("Vicious appears: %(planet)s") % {"planet": PLANETS[entry.planet.value]}
            case Move():
                return _("Vicious’s card: %(planet)s") % {"planet": PLANETS[entry.planet.value]}
            case FinalRenown():
                return _("Final renown: %(totals)s") % {"totals": totals_said(entry.totals, names)}
            case Captures():
                return _("Criminals captured: %(totals)s") % {"totals": totals_said(entry.captured, names)}
            case ByCard():
                return said_by_card(entry, names)
            case Leave():
                return _("%(player)s leaves the match") % {"player": names[entry.seat]}
            case Stop():
                return broken_off(entry.totals, names)
        return super().sentence(entry, names)

    def turn(self, state: BebopState, names: Names) -> str:
        """What comes next."""
        if state.ended:
            return ""
        if not state.prepared:
            return _("Set-up: the starting criminals")
        if state.reveals:
            return _("Reveal the new criminals")
        if state.moving:
            return _("Vicious moves")
        return _("Turn %(number)s: %(player)s") % {"number": state.turn, "player": names[state.active]}

    def panel_label(self, choice: Choice, names: Names) -> Text:
        """A pile of tokens is called by its place."""
        fixed = {field.name: field.values[0] for field in choice.fields if isinstance(field, Pick)}
        if choice.kind == "take":
            return _("%(target)s, %(pile)s") % {
                "target": TARGETS[str(fixed["target"])],
                "pile": PILES[str(fixed["pile"])],
            }
        return super().panel_label(choice, names)

    def heroes(self, state: BebopState) -> Sequence[tuple[str, ...]]:
        """One character each, as far as noted."""
        return [(one.value,) if one is not None else () for one in state.characters]

    def hero_name(self, code: str) -> Text:
        """The four characters."""
        return CHARACTERS.get(code, code)

    def hero_entries(self, seat: int, codes: Sequence[str]) -> Iterable[Entry[Any]]:
        """The character of a seat."""
        if len(codes) == self.heroes_each and codes[0] in self.hero_codes:
            yield Choose(seat=seat, character=Character(codes[0]))

    def board(self, state: BebopState, names: Names) -> dict[str, Any]:
        """The planets with their gauges and tokens, Vicious, and everybody's tokens."""
        places = [self._planet(state, planet, names) for planet in Planet]
        vicious = state.vicious
        if vicious is not None:
            there = self._piles(vicious.placed, vicious.left)
            places.append(PlanetSeen("vicious", "Vicious", 0, True, "", vicious.star, False, there))
        return {
            "planets": places,
            "vicious": vicious is not None,
            "deck": state.deck_left,
            "vicious_deck": sum(vicious.deck) if vicious else 0,
            "turns_left": vicious.turns_left if vicious else None,
            "hunters": [self._hunter(state, seat, names) for seat in state.seats],
        }

    def _planet(self, state: BebopState, planet: Planet, names: Names) -> PlanetSeen:
        place = state.board_of(planet)
        criminal = place.criminal
        here = state.vicious is not None and state.vicious.planet is planet
        if criminal is None:
            return PlanetSeen(planet.value, PLANETS[planet.value], place.gauge, here, "", 0, True, ())
        named = str(self.value_name("criminal", criminal.name, names)) if criminal.name else _("a criminal")
        piles = self._piles(criminal.placed, criminal.left)
        return PlanetSeen(planet.value, PLANETS[planet.value], place.gauge, here, named, criminal.star, False, piles)

    def _piles(self, placed: Piles, left: Piles) -> tuple[PileSeen, ...]:
        return tuple(
            PileSeen(PILES[name], PILE_ICONS[name], remaining, tuple(n < remaining for n in range(all_)))
            for name, all_, remaining in (
                ("resistance", placed.resistance, left.resistance),
                ("clues", placed.clues, left.clues),
            )
        )

    def _hunter(self, state: BebopState, seat: int, names: Names) -> Hunter:
        character = state.characters[seat]
        tokens = tuple(
            HunterToken(target.value, TARGETS[target.value], count)
            for target in Target
            if (count := state.held(seat, target))
        )
        captured = state.counts[seat] or 0 if state.noted else len(state.captured[seat])
        return Hunter(
            seat,
            names[seat],
            CHARACTERS[character.value] if character else "",
            state.total(seat),
            captured,
            tokens,
            state.active == seat and not state.ended and state.prepared,
        )
