"""The pad of La Bagarre: heroes, who fell when and through whom, teams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _, gettext_lazy, pgettext, pgettext_lazy
from msgspec import Struct

from campaigns.matches.scores.pad import Key, Pad
from campaigns.matches.scores.wording import Names, Text, broken_off, listed
from engines.bagarre.hero_codes import CODES
from engines.bagarre.score.entries import Cause, Eliminated, Fall, Heroes, Stop
from engines.bagarre.score.game import GAME
from engines.bagarre.score.state import STANDING, BagarreState
from engines.core.score import Choice, Entry, Rows

HERO_NAMES: Mapping[str, Text] = {
    "warrior": pgettext_lazy("La Bagarre", "Warrior"),
    "necromancer": pgettext_lazy("La Bagarre", "Necromancer"),
    "mage": pgettext_lazy("La Bagarre", "Mage"),
    "thief": pgettext_lazy("La Bagarre", "Thief"),
    "ogre": pgettext_lazy("La Bagarre", "Ogre"),
    "paladin": pgettext_lazy("La Bagarre", "Paladin"),
    "priestess": pgettext_lazy("La Bagarre", "Priestess"),
    "beast": pgettext_lazy("La Bagarre", "Beast"),
    "alchemist": pgettext_lazy("La Bagarre", "Alchemist"),
    "spy": pgettext_lazy("La Bagarre", "Spy"),
    "bard": pgettext_lazy("La Bagarre", "Bard"),
    "demonist": pgettext_lazy("La Bagarre", "Demonist"),
}


class Fighter(Struct, frozen=True):
    """A seat on the board: still standing, or when they fell and through whom."""

    seat: int
    name: str
    heroes: str
    team: int | None
    standing: bool
    moment: int
    through: str
    kills: int | None


class BagarrePad(Pad[BagarreState]):
    """La Bagarre. Its totals count eliminations, not points."""

    game = GAME
    board_template: ClassVar[str] = "campaigns/matches/boards/bagarre.html"
    counts_points: ClassVar[bool] = False
    total_title: ClassVar[Text] = gettext_lazy("Eliminations")
    seat_fields: ClassVar[frozenset[str]] = frozenset({"seat", "by", "victim"})
    marked: ClassVar[Mapping[str, str]] = {"cause": Cause.ATTACK.value}
    keys: ClassVar[Mapping[str, Key]] = {
        "eliminated": Key(gettext_lazy("Somebody falls"), "skull", common=True),
        "heroes": Key(gettext_lazy("Who plays which hero"), "helmet"),
        "stop": Key(gettext_lazy("Break the match off"), "stop"),
    }
    quick_kinds: ClassVar[frozenset[str]] = frozenset({"stop"})
    submit_fields: ClassVar[Mapping[str, str]] = {"eliminated": "falls.cause"}
    field_names: ClassVar[Mapping[str, Text]] = {
        "seat": gettext_lazy("Who falls"),
        "by": gettext_lazy("By whom"),
        "cause": gettext_lazy("How"),
        "falls": gettext_lazy("Falls at the same moment"),
        "missing.falls": gettext_lazy("Who falls"),
        "heroes.seat": gettext_lazy("Player"),
        "heroes": gettext_lazy("Heroes"),
        "place": pgettext_lazy("rank", "Place"),
        "places": gettext_lazy("Places, if you agree on any"),
        "setup.heroes": gettext_lazy("Played with heroes"),
        "trolls": gettext_lazy("Two-headed trolls (two heroes each)"),
        "teams": gettext_lazy(
            "Team numbers: 1, 2, 1, 2 where team mates sit alternately (all 0: everybody for themselves)"
        ),
        "same_hero_per_team": gettext_lazy("The same hero for a whole team"),
        "unique": gettext_lazy("No hero twice"),
    }
    value_names: ClassVar[Mapping[tuple[str, int | str | None], Text]] = {
        ("cause", "attack"): gettext_lazy("Attack"),
        ("cause", "counter"): gettext_lazy("Paladin’s counter"),
        ("cause", "dragon"): gettext_lazy("Dragon"),
        ("cause", "left"): gettext_lazy("Gave up"),
        ("cause", "unknown"): gettext_lazy("Not noted"),
        ("by", None): gettext_lazy("nobody"),
        **{("heroes", code): name for code, name in HERO_NAMES.items()},
        **{("item", code): name for code, name in HERO_NAMES.items()},
    }
    source_names: ClassVar[Mapping[str, Text]] = {
        "elimination": gettext_lazy("elimination"),
        "own_team": gettext_lazy("elimination of a team mate"),
    }
    ending_names: ClassVar[Mapping[str, Text]] = {
        "last_player": gettext_lazy("The last one standing wins."),
        "last_team": gettext_lazy("The last team standing wins."),
        "nobody": gettext_lazy("The last players fell at the same moment."),
        "agreed": gettext_lazy("The match was broken off, with places that the table agreed on."),
        "stopped": gettext_lazy("The match was broken off: those still standing share the victory."),
    }
    final_names: ClassVar[Mapping[str, Text]] = {
        "place": pgettext_lazy("rank", "Place"),
        "by": gettext_lazy("Eliminated by"),
    }
    problem_texts: ClassVar[Mapping[str, Text]] = {
        "no_heroes": gettext_lazy("This match is played without heroes."),
        "heroes_known": gettext_lazy("%(player)s’s heroes have already been noted; correct that entry instead."),
        "team_hero": gettext_lazy("%(player)s’s team plays %(item)s: the whole team plays the same hero."),
        "potion_used": gettext_lazy("%(player)s has already used the fire potion."),
        "hero_taken": gettext_lazy("%(by)s is already playing %(item)s."),
        "not_a_paladin": gettext_lazy("Only the Paladin answers an attack: %(player)s plays somebody else."),
        "not_an_alchemist": gettext_lazy(
            "Only the Alchemist’s fire potion kills two with one attack: %(player)s plays somebody else."
        ),
        "nobody_fell": gettext_lazy("Say who fell."),
        "fell_twice": gettext_lazy("%(player)s is named twice."),
        "fell_already": gettext_lazy("%(player)s has already fallen."),
        "killer_fell": gettext_lazy(
            "%(player)s falls and kills %(victim)s at the same moment: only a Paladin’s counter does that."
        ),
        "two_attackers": gettext_lazy("%(player)s and %(by)s cannot attack at the same moment."),
        "attack_kills": gettext_lazy("One attack kills %(most)s at most."),
        "counter_kills": gettext_lazy("A counter hits one attacker only."),
        "counter_attacker": gettext_lazy("A counter hits the attacker only: %(player)s did not attack."),
        "not_adjacent": gettext_lazy(
            "%(player)s and %(victim)s do not sit next to each other: the fire potion reaches a neighbour only."
        ),
        "dragon_one_by_one": gettext_lazy("The dragon takes them one by one: an entry for each."),
        "killer_needed": gettext_lazy("Say who eliminated %(player)s."),
        "killer_nobody": gettext_lazy("%(player)s was eliminated by nobody: name no killer."),
        "own_fall": gettext_lazy("Nobody can eliminate themselves."),
        "killer_out": gettext_lazy("%(player)s had already fallen and cannot have done it."),
        "place": gettext_lazy("%(player)s: places begin at %(least)s."),
        "no_winner": gettext_lazy("Somebody must be in first place."),
        "team_places": gettext_lazy("%(player)s: a team shares its place."),
        "winner_fell": gettext_lazy("%(player)s won and was eliminated by nobody."),
        "no_teams": gettext_lazy("This is for teams only."),
        "own_heroes": gettext_lazy("At most %(most)s heroes of your own."),
        "own_hero_name": gettext_lazy("A hero’s name has 1 to %(most)s characters."),
        "own_hero_twice": gettext_lazy("%(item)s is already there."),
        "team_each": gettext_lazy("Every player needs a team, or nobody has one."),
        "team_sizes": gettext_lazy(
            "All teams have the same number of players, two or more: 2 against 2, 3 against 3, 2–2–2."
        ),
        "team_number": gettext_lazy("Teams are numbered from %(least)s to %(most)s."),
    }

    hero_codes: ClassVar[tuple[str, ...]] = CODES
    heroes_each: ClassVar[int] = 2

    def tidy(self, options: dict[str, Any], seats: int) -> dict[str, Any]:
        """Team numbers for those who sit there; if all are alike, there are no teams."""
        teams = list(options.get("teams") or ())[:seats]
        return {**options, "teams": teams if len(set(teams)) > 1 else []}

    def sentence(self, entry: Entry[Any], names: Names) -> str:
        """Say what happened."""
        match entry:
            case Eliminated():
                said = pgettext("between sentences", "; ").join(self._fall(fall, names) for fall in entry.falls)
            case Heroes():
                heroes = listed([str(self.hero_name(code)) for code in entry.heroes])
                said = _("%(player)s plays %(heroes)s") % {"player": names[entry.seat], "heroes": heroes}
            case Stop():
                said = broken_off(entry.places, names)
            case _:
                said = super().sentence(entry, names)
        return said

    def is_common(self, kind: str, state: BagarreState) -> bool:
        """Who fell at the same moment as the last stands behind a fold."""
        return super().is_common(kind, state) and self.game.outcome(state) is None

    def panel_label(self, choice: Choice, names: Names) -> Text:
        """When it is over, only the other end of a Paladin's counter may be missing."""
        rows = choice.fields[0] if choice.kind == "eliminated" else None
        if isinstance(rows, Rows) and rows.most == 1:
            return _("The Paladin’s counter: the other elimination")
        return super().panel_label(choice, names)

    def _fall(self, fall: Fall, names: Names) -> str:
        values = {"player": names[fall.seat], "by": names[fall.by] if fall.by is not None else ""}
        if fall.cause is Cause.COUNTER:
            return _("%(by)s’s counter eliminates %(player)s") % values
        if fall.cause is Cause.DRAGON:
            return _("The dragon takes %(player)s") % values
        if fall.cause is Cause.LEFT:
            return _("%(player)s gives up") % values
        if fall.by is not None:
            return _("%(by)s eliminates %(player)s") % values
        return _("%(player)s falls") % values

    def hero_name(self, code: str) -> Text:
        """The printed heroes have names in both languages, a table's own keep theirs."""
        return HERO_NAMES.get(code, code)

    def heroes(self, state: BagarreState) -> Sequence[tuple[str, ...]]:
        """As noted."""
        return state.heroes

    def hero_entries(self, seat: int, codes: Sequence[str]) -> Iterable[Entry[Any]]:
        """One entry for a seat."""
        yield Heroes(seat=seat, heroes=tuple(codes))

    def fate(self, state: BagarreState, seat: int) -> tuple[bool | None, int | None]:
        """Fallen or not, and how many fell through the seat."""
        return state.fell[seat] != STANDING, state.total(seat)

    def total_known(self, state: BagarreState, seat: int) -> bool:
        """While somebody fell through nobody knows whom, nobody can be said to have eliminated none."""
        nameless = zip(state.causes, state.through, strict=True)
        return bool(state.total(seat)) or (Cause.UNKNOWN.value, None) not in nameless

    def rows_shown(self, kind: str, field: str, most: int) -> int:
        """One attack seldom fells more than one."""
        return min(most, 2)

    def board(self, state: BagarreState, names: Names) -> dict[str, Any]:
        """Who stands, and who fell when and through whom."""
        teams = [sorted(set(state.setup.teams)).index(team) + 1 for team in state.setup.teams]
        fighters = [
            Fighter(
                seat,
                names[seat],
                listed([str(self.hero_name(code)) for code in state.heroes[seat]]),
                teams[seat] if teams else None,
                state.fell[seat] == STANDING,
                state.fell[seat],
                names[by] if (by := state.through[seat]) is not None else "",
                state.total(seat) if self.total_known(state, seat) else None,
            )
            for seat in state.seats
        ]
        fallen = [fighter for fighter in fighters if not fighter.standing]
        return {
            "fighters": fighters,
            "standing": [fighter for fighter in fighters if fighter.standing],
            "fallen": sorted(fallen, key=lambda fighter: -fighter.moment),
        }
