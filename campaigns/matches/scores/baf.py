"""The pad of BAF!: heroes and their skills, nine rounds of fights, the final attempt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy
from msgspec.structs import replace

from campaigns.matches.scores.ahead import Ahead, Worth
from campaigns.matches.scores.baf_board import board
from campaigns.matches.scores.baf_words import BOSS_BEATEN, BOSS_STRONGER, BOSSES, HANDS, LETTERS, LEVELS, SIDES, SKILLS
from campaigns.matches.scores.pad import Key, Pad
from campaigns.matches.scores.wording import Names, Text, broken_off, listed, totals_said
from engines.baf.cards import CardSet
from engines.baf.score.counting import Count, EndCount, LastFight
from engines.baf.score.ending import BossLoss, BossPass, BossWin
from engines.baf.score.fighting import CloseRound, Loss, Reveal, Win
from engines.baf.score.game import GAME
from engines.baf.score.preparing import AllHeroes, Bosses, Draft, FinalCoins, Heroes, Leave, Stop
from engines.baf.score.state import ROUNDS, BafState, Hands
from engines.core.card_set import Card
from engines.core.score import Choice, Entry, Event, Pick


class BafPad(Pad[BafState]):
    """BAF!"""

    game = GAME
    board_template: ClassVar[str] = "campaigns/matches/boards/baf.html"
    more_template: ClassVar[str] = "campaigns/matches/boards/baf_skills.html"
    total_title: ClassVar[Text] = pgettext_lazy("BAF!", "Coins")
    heroes_each: ClassVar[int] = 2
    seat_fields: ClassVar[frozenset[str]] = frozenset({"seat", "next"})
    hidden_kinds: ClassVar[frozenset[str]] = frozenset({"result"})
    keys: ClassVar[Mapping[str, Key]] = {
        "all_heroes": Key(gettext_lazy("Everybody’s heroes"), "helmet", common=True),
        "draft": Key(gettext_lazy("Choose a hero"), "helmet", common=True),
        "win": Key(gettext_lazy("Monster beaten"), "crossed-swords", common=True),
        "loss": Key(
            gettext_lazy("Beaten by a monster"), "skull", common=True, short=pgettext_lazy("a fight", "Beaten")
        ),
        "close_round": Key(gettext_lazy("The round is over"), "hourglass", common=True),
        "boss_win": Key(gettext_lazy("Boss beaten"), "crown", common=True),
        "boss_loss": Key(gettext_lazy("The boss was stronger"), "skull", common=True),
        "boss_pass": Key(gettext_lazy("No final attempt"), "run", common=True),
        "reveal": Key(gettext_lazy("Monsters on the table"), "eye"),
        "count": Key(gettext_lazy("Count the coins at the end"), "coins"),
        "bosses": Key(gettext_lazy("Dungeon master and dragon"), "tower"),
        "heroes": Key(gettext_lazy("A player’s two heroes"), "helmet"),
        "leave": Key(gettext_lazy("A player leaves"), "run"),
        "stop": Key(gettext_lazy("Break the match off"), "stop"),
        "result": Key(gettext_lazy("Final coins"), "flag"),
    }
    quick_kinds: ClassVar[frozenset[str]] = frozenset({"close_round", "stop"})
    folded: ClassVar[Mapping[str, frozenset[str]]] = {
        "win": frozenset({"round", "monster", "melee", "ranged", "magic", "stealth"}),
        "loss": frozenset({"round", "monster"}),
        "draft": frozenset({"side"}),
    }
    usual: ClassVar[Mapping[tuple[str, str], tuple[int, ...]]] = {("win", "coins"): (0, 1, 2, 3, 4, 5)}
    submit_fields: ClassVar[Mapping[str, str]] = {"boss_loss": "boss"}
    said_buttons: ClassVar[frozenset[str]] = frozenset({"put"})
    together: ClassVar[Mapping[str, tuple[str, str]]] = {"win": ("seat", "hands"), "loss": ("seat", "hands")}
    tapped_lists: ClassVar[frozenset[str]] = frozenset({"monster"})
    only_when: ClassVar[Mapping[str, str]] = {"runes": "runes", "put.left": "gain", "put.right": "gain"}
    joined: ClassVar[Mapping[str, str]] = {"loss": "win"}
    field_names: ClassVar[Mapping[str, Text]] = {
        "seat": gettext_lazy("Who"),
        "round": gettext_lazy("Round"),
        "hands": gettext_lazy("With"),
        "seat+hands": gettext_lazy("Who, with which hand"),
        "monster": gettext_lazy("Monster"),
        "coins": gettext_lazy("Coins on the card"),
        "put": gettext_lazy("Card under the hero"),
        "melee": SKILLS["melee"],
        "ranged": SKILLS["ranged"],
        "magic": SKILLS["magic"],
        "stealth": SKILLS["stealth"],
        "runes": gettext_lazy("Rune"),
        "skill": gettext_lazy("Rune for"),
        "hero": gettext_lazy("Hero"),
        "side": gettext_lazy("Side"),
        "pairs": gettext_lazy("Heroes on the left and on the right"),
        "monsters": gettext_lazy("On the table in this round"),
        "names": gettext_lazy("On the table in this round, with commas between"),
        "left": gettext_lazy("Left hero"),
        "right": gettext_lazy("Right hero"),
        "master": BOSSES["master"],
        "dragon": BOSSES["dragon"],
        "boss": gettext_lazy("Against"),
        "totals": pgettext_lazy("BAF!", "Coins"),
        "stop.totals": gettext_lazy("Coins that differ from the pad’s"),
        "penalty": gettext_lazy("Coins lost for each monster that beat you"),
        "counts": gettext_lazy("What is in front of each player"),
        "count.left": gettext_lazy("Coins under the left hero"),
        "count.right": gettext_lazy("Coins under the right hero"),
        "count.aside": gettext_lazy("Coins on other cards, face up"),
        "count.lost": gettext_lazy("Cards face down"),
        "count.last": gettext_lazy("Last fight"),
        "count.master": gettext_lazy("Coins on the dungeon master"),
        "count.dragon": gettext_lazy("Coins on the dragon"),
        "cards": gettext_lazy("Card set"),
    }
    value_names: ClassVar[Mapping[tuple[str, int | str | None], Text]] = {
        **{("hands", code): name for code, name in HANDS.items()},
        **{(field, code): name for field in ("put", "side") for code, name in SIDES.items()},
        ("put", None): gettext_lazy("under nobody"),
        ("monster", ""): pgettext_lazy("a monster", "not named"),
        ("side", None): gettext_lazy("the free side"),
        **{(field, code): name for field in ("skill", "item", "field") for code, name in SKILLS.items()},
        **{(field, code): name for field in ("boss", "item") for code, name in BOSSES.items()},
        ("last", "none"): pgettext_lazy("last fight", "none"),
        ("last", "lost"): pgettext_lazy("last fight", "lost"),
        **{("last", code): name for code, name in BOSSES.items()},
        ("item", "coins"): pgettext_lazy("of monsters beaten", "coins"),
        ("item", "lost"): gettext_lazy("cards face down"),
        ("item", "hero"): gettext_lazy("hero"),
        ("item", "monster"): gettext_lazy("monster"),
    }
    short_names: ClassVar[Mapping[tuple[str, int | str | None], Text]] = {
        **{("hands", code): letter for code, letter in LETTERS.items()},
        ("hands", "both"): pgettext_lazy("left and right hand, two letters", "L+R"),
        **{("put", code): letter for code, letter in LETTERS.items()},
        ("put", None): pgettext_lazy("under which hero", "nobody"),
    }
    source_names: ClassVar[Mapping[str, Text]] = {
        "monster": gettext_lazy("monsters"),
        "penalty": gettext_lazy("penalties"),
        "master": gettext_lazy("dungeon master"),
        "dragon": gettext_lazy("dragon"),
        "result": gettext_lazy("result"),
    }
    ending_names: ClassVar[Mapping[str, Text]] = {
        "rounds_played": gettext_lazy("Nine rounds and the final attempts are over: the most coins win."),
        "result": gettext_lazy("The most coins win."),
        "stopped": gettext_lazy("The match was broken off."),
        "left": gettext_lazy("All players but one have left: that one wins."),
    }
    final_names: ClassVar[Mapping[str, Text]] = {"total": pgettext_lazy("BAF!", "Coins")}
    problem_texts: ClassVar[Mapping[str, Text]] = {
        "bosses_known": gettext_lazy("The dungeon master and the dragon have already been noted."),
        "card_unknown": gettext_lazy("This card is not in the card set of this match."),
        "name_empty": gettext_lazy("A name is missing."),
        "draft_over": gettext_lazy("The draft is over."),
        "draft_open": gettext_lazy("The draft is not over: %(count)s of %(needs)s heroes are chosen."),
        "not_your_pick": gettext_lazy("It is %(next)s’s turn to choose, not %(player)s’s."),
        "hero_taken": gettext_lazy("%(player)s already has %(item)s."),
        "heroes_known": gettext_lazy("These heroes have already been noted; correct that entry instead."),
        "skills_on_card": gettext_lazy("The card of %(item)s says other skills."),
        "skill_range": gettext_lazy("%(item)s: between %(least)s and %(most)s."),
        "hero_categories": gettext_lazy("A hero starts with skills in one or two categories."),
        "result_late": gettext_lazy("A final result has to be entered before the rounds begin."),
        "total_range": gettext_lazy("%(player)s: between %(least)s and %(most)s coins."),
        "no_such_round": gettext_lazy("There are %(most)s rounds."),
        "round_ahead": gettext_lazy("Round %(value)s has not begun: it is round %(most)s."),
        "round_over": gettext_lazy("Round %(value)s is already over."),
        "rounds_over": gettext_lazy("All %(most)s rounds are over."),
        "rounds_left": gettext_lazy("The final attempts come after round %(most)s."),
        "hand_used": gettext_lazy("%(player)s has already attacked with that hand in round %(round)s."),
        "attempt_made": gettext_lazy("%(player)s has already made the final attempt: there is only one."),
        "monsters_count": gettext_lazy("On the table lie between 1 and %(most)s monsters, not %(count)s."),
        "wrong_level": gettext_lazy("%(item)s is of level %(value)s; this round takes level %(needs)s."),
        "monster_taken": gettext_lazy("%(player)s has already fought %(item)s."),
        "too_weak": gettext_lazy("%(player)s is too weak for %(item)s: %(skill)s %(value)s, needed %(needs)s."),
        "strong_enough": gettext_lazy("%(player)s is strong enough for %(item)s: that is a victory."),
        "contradicts_later": gettext_lazy(
            "With this gain %(player)s would have beaten %(item)s in round %(round)s, which is noted as lost."
        ),
        "coins_missing": gettext_lazy("How many coins are on the card?"),
        "coins_range": gettext_lazy("Between %(least)s and %(most)s coins."),
        "coins_on_card": gettext_lazy("The card of %(item)s says %(needs)s coins, not %(value)s."),
        "coins_differ": gettext_lazy("The same boss brought %(player)s %(needs)s coins, not %(value)s."),
        "gain_on_card": gettext_lazy("The card of %(item)s gives other skills."),
        "gain_nowhere": gettext_lazy("Say under which hero the card goes."),
        "no_gain": gettext_lazy("%(item)s improves no skill, so it goes under no hero."),
        "runes_count": gettext_lazy("Choose a category for every rune of the card."),
        "bosses_unknown": gettext_lazy("First say which dungeon master and dragon lie face up."),
        "stack_range": gettext_lazy("%(player)s: a stack holds between %(least)s and %(most)s coins."),
        "lost_range": gettext_lazy("%(player)s: between %(least)s and %(most)s cards lie face down."),
        "count_below_pad": gettext_lazy("%(player)s: the pad has more noted (%(item)s: %(needs)s, counted %(value)s)."),
        "boss_coins_missing": gettext_lazy("%(boss)s: how many coins are on the card?"),
        "has_left": gettext_lazy("%(player)s has left the match."),
        "penalty_range": gettext_lazy("The penalty is between %(least)s and %(most)s coins."),
    }
    event_texts: ClassVar[Mapping[str, Text]] = {
        "draft_complete": gettext_lazy("Everybody has two heroes"),
        "level_begins": gettext_lazy("Level %(level)s begins"),
        "final_attempts": gettext_lazy("Now the final attempts: dungeon master or dragon"),
    }

    def is_common(self, kind: str, state: BafState) -> bool:
        """With a card set nobody can attack master or dragon before it is said which lie open.

        Heroes are noted all at once, unless somebody has begun to note them one by one.
        """
        if kind == "bosses":
            return state.setup.cards is not None and state.round > ROUNDS
        if kind == "draft":
            return bool(state.picks)
        return super().is_common(kind, state)

    def cards_of(self, cards: CardSet) -> Iterable[Card]:
        """Heroes and everything they fight."""
        return (*cards.heroes, *cards.monsters, *cards.masters, *cards.dragons)

    def sentence(self, entry: Entry[Any], names: Names) -> str:
        """Say what happened."""
        match entry:
            case Win():
                said = _("%(player)s beats %(monster)s") % self._fight(entry.seat, entry.monster, names)
            case Loss():
                said = _("%(monster)s beats %(player)s") % self._fight(entry.seat, entry.monster, names)
            case CloseRound():
                said = _("Round %(round)s is over") % {"round": entry.round}
            case Draft():
                hero = self.value_name("hero", entry.hero, names)
                said = _("%(player)s chooses %(hero)s") % {"player": names[entry.seat], "hero": hero}
            case AllHeroes():
                pairs = (
                    _("%(player)s leads %(heroes)s") % self._pair(names, seat, one.left, one.right)
                    for seat, one in enumerate(entry.pairs)
                )
                said = " · ".join(pairs)
            case Reveal():
                laid = [str(self.value_name("monster", one, names)) for one in entry.laid]
                said = _("On the table: %(monsters)s") % {"monsters": listed(laid)}
            case Heroes():
                said = _("%(player)s leads %(heroes)s") % self._pair(names, entry.seat, entry.left, entry.right)
            case _:
                said = self._ending(entry, names)
        return said

    def _ending(self, entry: Entry[Any], names: Names) -> str:
        match entry:
            case Bosses():
                pair = [str(self.value_name("boss", one, names)) for one in (entry.master, entry.dragon)]
                return _("In the dungeon wait %(bosses)s") % {"bosses": listed(pair)}
            case BossWin():
                return BOSS_BEATEN[entry.boss.value] % {"player": names[entry.seat]}
            case BossLoss():
                return BOSS_STRONGER[entry.boss.value] % {"player": names[entry.seat]}
            case BossPass():
                return _("%(player)s makes no final attempt") % {"player": names[entry.seat]}
            case EndCount():
                counted = (f"{names[seat]} {self.counted(count)}" for seat, count in enumerate(entry.counts))
                return _("Counted at the end: %(counts)s") % {"counts": ", ".join(counted)}
            case FinalCoins():
                return _("Final coins: %(totals)s") % {"totals": totals_said(entry.totals, names)}
            case Leave():
                return _("%(player)s leaves the match") % {"player": names[entry.seat]}
            case Stop():
                return broken_off(entry.totals, names)
        return super().sentence(entry, names)

    def _pair(self, names: Names, seat: int, left: str, right: str) -> dict[str, str]:
        heroes = listed([str(self.value_name("hero", one, names)) for one in (left, right)])
        return {"player": names[seat], "heroes": heroes}

    def panel_label(self, choice: Choice, names: Names) -> Text:
        """A hero that is chosen is somebody's."""
        seat = next((field for field in choice.fields if field.name == "seat"), None)
        if choice.kind == "draft" and isinstance(seat, Pick):
            return _("%(player)s chooses a hero") % {"player": names[int(seat.values[0] or 0)]}
        return super().panel_label(choice, names)

    def counted(self, count: Count) -> str:
        """Say what lay before a player: ``12 − 3, dragon``."""
        said = f"{count.coins} − {count.lost}" if count.lost else str(count.coins)
        if count.last in (LastFight.MASTER, LastFight.DRAGON):
            said = f"{said} + {BOSSES[count.last.value]}"
        return said

    def _fight(self, seat: int, monster: str, names: Names) -> dict[str, Any]:
        named = self.value_name("monster", monster, names) if monster else _("a monster")
        return {"player": names[seat], "monster": named}

    def event(self, event: Event, names: Names) -> str:
        """What a hero gained is said skill by skill."""
        if event.code == "hero_improved" and event.seat is not None:
            gains = [f"{SKILLS[code]} +{amount}" for code, amount in event.params.items() if code in SKILLS]
            values = {"player": names[event.seat], "side": SIDES[str(event.params["side"])], "gains": ", ".join(gains)}
            return _("%(player)s, hero on the %(side)s: %(gains)s") % values
        if event.code == "level_begins":
            return _("Level %(level)s begins") % {"level": LEVELS[int(event.params["level"])]}
        return super().event(event, names)

    def turn(self, state: BafState, names: Names) -> str:
        """Who chooses a hero, which round it is, or that the final attempts are on."""
        if self.game.outcome(state) is not None:
            return ""
        if (
            state.drafter is not None
            and not state.drafted
            and not state.fought
            and (state.picks or state.setup.cards is not None)
        ):
            return _("%(player)s chooses a hero") % {"player": names[state.drafter]}
        if state.level is None:
            return _("The final attempts")
        return _("Round %(number)s, level %(level)s") % {"number": state.round, "level": LEVELS[state.level]}

    def heroes(self, state: BafState) -> Sequence[tuple[str, ...]]:
        """As drafted or noted."""
        return [tuple(hero.name for hero in pair if hero is not None) for pair in state.heroes]

    def hero_name(self, code: str) -> Text:
        """Typed names stay as they are; codes of a card set are made readable."""
        return code.replace("_", " ").capitalize() if code.islower() else code

    def hero_entries(self, seat: int, codes: Sequence[str]) -> Iterable[Entry[Any]]:
        """Both heroes, or none."""
        if len(codes) == 2:
            yield Heroes(seat=seat, left=codes[0], right=codes[1])

    def folds(self, choice: Choice) -> frozenset[str]:
        """Without a card set nothing is checked against skills: who beat it and its coins are enough.

        Monsters that were noted before are there to be tapped.
        """
        away = super().folds(choice) | (frozenset({"put", "runes"}) if _coins_typed(choice) else frozenset())
        return away - {field.name for field in choice.fields if field.name == "monster" and isinstance(field, Pick)}

    def submits(self, choice: Choice) -> str:
        """What is said last: the coins on the card, or with a card set the hero it goes to."""
        if choice.kind != "win":
            return super().submits(choice)
        return "coins" if _coins_typed(choice) else "put"

    def goes_together(self, state: BafState, kind: str, values: tuple[str, str]) -> bool:
        """Both hands, or one that has not attacked in this round."""
        seat, hands = values
        return set(Hands(hands).sides) <= set(state.free_sides(int(seat), state.round))

    def tags(self, state: BafState, value: str) -> Iterable[str]:
        """Whether a monster's card improves a hero, and whether it has runes."""
        card = state.setup.cards.monster(value) if state.setup.cards else None
        if card is not None and card.improves:
            yield "gain"
        if card is not None and card.runes:
            yield "runes"

    def rows_shown(self, kind: str, field: str, most: int) -> int:
        """A card seldom has more than two runes."""
        return min(most, 2)

    def ahead(self, state: BafState, names: Names) -> Ahead | None:
        """Round after round, then the final attempts. With a card set each level has monsters of its own."""
        if state.setup.cards is not None or state.round > ROUNDS:
            return None
        return Ahead(
            kind="close_round",
            field="round",
            values=tuple(range(state.round, ROUNDS + 1)),
            label=self.field_name("win", "round"),
            fresh=replace(state, round=min(state.round + 1, ROUNDS), laid=(), fights=()),
            last=replace(state, round=ROUNDS + 1, laid=()),
            ending=_("The final attempts"),
        )

    def worth(self, state: BafState) -> Mapping[str, Worth]:
        """Coins that are typed, and the penalty."""
        if state.setup.cards is not None:
            return {}
        typed = Worth("seat", "coins")
        return {"win": typed, "boss_win": typed, "loss": Worth("seat", -state.setup.penalty)}

    def board(self, state: BafState, names: Names) -> dict[str, Any]:
        """What ``baf_board`` makes of it."""
        return board(self, state, names)


def _coins_typed(choice: Choice) -> bool:
    """Tell whether a victory's coins are typed: there is no card set that knows them."""
    return choice.kind == "win" and any(field.name == "coins" for field in choice.fields)
