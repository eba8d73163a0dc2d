"""What an evening says, in sentences: who and where, what happened, what comes next, why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext, ngettext_lazy

from campaigns.wars.pocket import raid_wording as raid
from club.operations import Objection
from club.words import words
from engines.core.problems import Problem
from engines.musg.catalogue import Catalogue
from engines.musg.pocket.entries import Entry
from engines.musg.pocket.guidance import Line
from engines.musg.pocket.raid.state import RaidState
from engines.musg.pocket.setup import Menace
from engines.musg.pocket.state import Awaited, Event, Fate, Group, Hurt, Phase, Place, Spot, State, Table

MENACES: Final = {Menace.ZOMBIES: gettext_lazy("Zombies"), Menace.ALIENS: gettext_lazy("Aliens")}

EDGES: Final[Mapping[str, str | Promise]] = {
    "north": gettext_lazy("north"),
    "east": gettext_lazy("east"),
    "south": gettext_lazy("south"),
    "west": gettext_lazy("west"),
}

PHASES: Final[Mapping[Phase, str | Promise]] = {
    Phase.GUARDS: gettext_lazy("The terrorists’ part"),
    Phase.RAIDERS: gettext_lazy("The anti-terrorists’ part"),
    Phase.BLAST: gettext_lazy("The blast"),
    Phase.INITIATIVE: gettext_lazy("Initiative"),
    Phase.ENCOUNTERS: gettext_lazy("Who hears something?"),
    Phase.BANDS: gettext_lazy("The warbands’ part"),
    Phase.OVER: gettext_lazy("The game is over"),
}

PARTS: Final[Mapping[Menace, str | Promise]] = {
    Menace.ZOMBIES: gettext_lazy("The zombies’ part"),
    Menace.ALIENS: gettext_lazy("The aliens’ part"),
}
PLAYED: Final[Mapping[Menace, str | Promise]] = {
    Menace.ZOMBIES: gettext_lazy("All have played: the zombies’ part"),
    Menace.ALIENS: gettext_lazy("All have played: the aliens’ part"),
}


def phase_name(state: Any) -> str:
    """Say which part of the turn it is; the others' part has the name of who comes."""
    return str(PHASES[state.phase] if state.phase in PHASES else PARTS[state.setup.menace])


_COUNTED: Final[Mapping[str, Any]] = {
    "zombie": ngettext_lazy("%(count)s zombie", "%(count)s zombies", "count"),
    "invader_melee": ngettext_lazy("%(count)s close combat alien", "%(count)s close combat aliens", "count"),
    "invader_shooting": ngettext_lazy("%(count)s shooting alien", "%(count)s shooting aliens", "count"),
}
_PROFILES: Final[Mapping[str, str | Promise]] = {
    "zombie": gettext_lazy("zombies"),
    "invader_melee": gettext_lazy("close combat aliens"),
    "invader_shooting": gettext_lazy("shooting aliens"),
}


def profile_name(profile: str, catalogue: Catalogue) -> str:
    """Say which kind they are: those of a pack as it calls one of them."""
    row = catalogue.non_players[profile]
    return words(row.name) if catalogue.is_of_house(row) else str(_PROFILES[profile])


def counted(profile: str, count: int, catalogue: Catalogue) -> str:
    """Say how many of a kind there are; nobody knows the plural of what a pack calls them."""
    if catalogue.is_of_house(catalogue.non_players[profile]):
        return f"{count} × {profile_name(profile, catalogue)}"
    return str(_COUNTED[profile] % {"count": count})


def band_name(state: Table, key: str) -> str:
    """Return what a band is called; a dash for nobody."""
    band = state.setup.band(key)
    return band.name if band else "–"


def name(state: Table, ref: str) -> str:
    """Return what a figure or a civilian is called."""
    fighter = state.setup.fighter(ref)
    if fighter is not None:
        return fighter.name
    return _OTHERS[type(state)](state, ref)


def _civilian(state: State, ref: str) -> str:
    civilian = state.civilian(ref)
    return civilian_name(civilian.code, state.setup.catalogue) if civilian else "?"


_OTHERS: Final[Mapping[type[Table], Callable[[Any, str], str]]] = {
    Table: lambda _state, _ref: "?",
    State: _civilian,
    RaidState: raid.marked_name,
}
"""What those are called who fight for no band, by the kind of evening."""


def civilian_name(code: str, catalogue: Catalogue) -> str:
    """Return what a civilian of the catalogue is called."""
    return words(catalogue.civilians[code].name)


def hurt_name(state: State, group: Group, hurt: Hurt) -> str:
    """Say which of a group: one that has lost a hit point, and for how many turns it does not move."""
    group_said = group_name(state, group)
    if not hurt.turns:
        return _("%(group)s: one that is hurt") % {"group": group_said}
    text = ngettext(
        "%(group)s: one held up for %(turns)s turn", "%(group)s: one held up for %(turns)s turns", hurt.turns
    )
    return text % {"group": group_said, "turns": hurt.turns}


def place_name(state: Table, place: Place | None) -> str:
    """Say where; nothing for what has no place yet."""
    if place is None or (place.spot is Spot.POINT and not place.number):
        return ""
    return _PLACES[place.spot](state, place)


_PLACES: Final[Mapping[Spot, Callable[[Any, Place], str]]] = {
    Spot.POINT: lambda state, place: _("point %(number)s") % {"number": place.number},
    Spot.BUILDING: lambda state, place: _("building %(number)s") % {"number": place.number},
    Spot.FIGURE: lambda state, place: _("was %(name)s") % {"name": name(state, place.ref)},
    Spot.SCENARIO: lambda state, place: _("from the scenario"),
}


def point_sentence(number: int, edge: str) -> str:
    """Say where a point is placed."""
    if edge:
        return _("Point %(number)s: the middle of this edge: %(edge)s.") % {"number": number, "edge": EDGES[edge]}
    text = _("Point %(number)s: at the edge, as far as possible from the warbands and the other points.")
    return text % {"number": number}


def group_name(state: State, group: Group) -> str:
    """Say who a group is: how many, of which kind, where from, and since which turn where that is not enough."""
    said = {
        "who": counted(group.profile, group.standing, state.setup.catalogue),
        "where": place_name(state, group.place),
    }
    twins = [one for one in state.groups if one.standing and one.place == group.place and one.profile == group.profile]
    if len(twins) > 1:
        return _("%(who)s (%(where)s, turn %(turn)s)") % {**said, "turn": group.turn}
    return _("%(who)s (%(where)s)") % said


def line_sentence(line: Line) -> str:
    """Say what a group tries."""
    return str(_LINES.get(line.code, _STAYS) % {"paces": line.paces, "count": line.count})


_LINES: Final[Mapping[str, Any]] = {
    "strike_twice": ngettext_lazy(
        "In contact: two strikes of %(count)s die.", "In contact: two strikes of %(count)s dice.", "count"
    ),
    "walk_and_strike": gettext_lazy(
        "A visible figure within %(paces)s paces: towards the nearest, then one strike of %(count)s dice."
    ),
    "walk_twice": gettext_lazy("A visible figure farther off: two walks of %(paces)s paces towards the nearest."),
    "charge": gettext_lazy("A visible figure within %(paces)s paces: charge the nearest."),
    "shoot_twice": gettext_lazy("A visible figure in range: shoot at the nearest, twice."),
    "walk_and_shoot": gettext_lazy("Out of range: walk %(paces)s paces towards the nearest, then shoot."),
    "charge_unseen": gettext_lazy("Nobody to shoot at but one within %(paces)s paces: charge."),
    "noise": ngettext_lazy(
        "Nobody in sight: %(paces)s paces towards the noise marker.",
        "Nobody in sight: %(paces)s paces towards the nearest of %(count)s noise markers.",
        "count",
    ),
}
_STAYS: Final[Any] = gettext_lazy("Otherwise: stay.")


def awaited_title(kind: Awaited) -> str:
    """Say which roll is awaited."""
    return str(_AWAITED[kind])


_AWAITED: Final[Mapping[Awaited, str | Promise]] = {
    Awaited.TABLE: gettext_lazy("What comes?"),
    Awaited.HOW_MANY: gettext_lazy("How many?"),
    Awaited.CIVILIAN: gettext_lazy("Which civilian?"),
    Awaited.ALERT: gettext_lazy("Does the alert rise?"),
    Awaited.COUNTDOWN: gettext_lazy("How many activations are left?"),
}


def event_sentence(state: Table, event: Event) -> str:
    """Say what an entry made happen."""
    params = event.params
    said = {
        **params,
        "name": name(state, event.ref) if event.ref else "",
        "band": band_name(state, str(params["band"])) if "band" in params else "",
        "leader": name(state, str(params["leader"])) if "leader" in params else "",
        "where": place_name(state, event.place),
        "who": counted(str(params["profile"]), int(params["count"]), state.setup.catalogue)
        if "profile" in params
        else "",
    }
    return str(_EVENTS[event.code] % said)


_EVENTS: Final[Mapping[str, Any]] = {
    **raid.EVENTS,
    "initiative": gettext_lazy("The order is rolled."),
    "heard": gettext_lazy("%(band)s: %(face)s – something comes!"),
    "quiet": gettext_lazy("%(band)s: %(face)s – nothing is heard."),
    "some_come": gettext_lazy("Something comes: %(where)s. A die says how many."),
    "civilians_there": ngettext_lazy("%(count)s civilian: %(where)s.", "%(count)s civilians: %(where)s.", "count"),
    "arrived": gettext_lazy("Place %(who)s: %(where)s."),
    "drawn_already": gettext_lazy("A %(face)s names nobody who is left: roll again."),
    "found": gettext_lazy("%(band)s found %(name)s and leads from the next turn on: %(where)s."),
    "stolen": gettext_lazy("%(name)s follows %(band)s now."),
    "spurns": gettext_lazy("%(name)s never follows %(band)s again."),
    "infected": gettext_lazy("%(name)s is infected!"),
    "not_infected": gettext_lazy("%(name)s is not infected: %(sum)s minus %(toughness)s is not above 7."),
    "countdown": ngettext_lazy(
        "%(name)s has %(left)s activation left.", "%(name)s has %(left)s activations left.", "left"
    ),
    "counted": ngettext_lazy(
        "%(name)s has %(left)s activation left.", "%(name)s has %(left)s activations left.", "left"
    ),
    "risen": gettext_lazy("%(name)s rises as a zombie!"),
    "felled": gettext_lazy("%(name)s never turns and goes out of action."),
    "down": gettext_lazy("%(name)s is out of action."),
    "carried": gettext_lazy("%(name)s is carried off the table."),
    "left": gettext_lazy("%(name)s has left the table."),
    "saved": ngettext_lazy(
        "%(name)s is saved: %(points)s victory point for %(band)s.",
        "%(name)s is saved: %(points)s victory points for %(band)s.",
        "points",
    ),
    "held_up": ngettext_lazy("It does not move for %(turns)s turn.", "It does not move for %(turns)s turns.", "turns"),
    "wounded": gettext_lazy("It has lost a hit point and moves on."),
    "destroyed": ngettext_lazy("One fewer: %(left)s left.", "One fewer: %(left)s left.", "left"),
}
EVENT_CODES: Final = frozenset(_EVENTS)


def entry_sentence(state: Table, entry: Entry) -> str:
    """Say what was entered, where nothing more came of it than that."""
    tag = str(entry.__struct_config__.tag)
    said = {"name": name(state, getattr(entry, "figure", "")), "turn": state.turn, **_SAID[type(state)](state, entry)}
    return str(_ENTRIES[tag]) % said


def _menace_said(state: State, entry: Entry) -> dict[str, Any]:
    group = state.group(getattr(entry, "group", 0))
    return {
        "group": group_name(state, group) if group else "",
        "part": PARTS[state.setup.menace],
        "order": ", ".join(band_name(state, key) for key in getattr(entry, "order", ())),
    }


_SAID: Final[Mapping[type[Table], Callable[[Any, Entry], dict[str, Any]]]] = {
    State: _menace_said,
    RaidState: lambda _state, _entry: {},
}
"""What else the sentences of entries name, by the kind of evening."""


_ENTRIES: Final[Mapping[str, str | Promise]] = {
    "initiative": gettext_lazy("In this order: %(order)s."),
    "bands_done": gettext_lazy("%(part)s begins."),
    "group_moved": gettext_lazy("%(group)s: done."),
    "end_turn": gettext_lazy("Turn %(turn)s begins."),
    "finish": gettext_lazy("The game is over."),
    "noise": gettext_lazy("%(name)s shot: a noise marker beside it."),
    "hush": gettext_lazy("A noise marker is taken away."),
    "joined": gettext_lazy("Two groups go together."),
}
SILENT: Final = frozenset(_ENTRIES)
"""The kinds of entries of which nothing more may come."""

FATES: Final[Mapping[Fate, str | Promise]] = {
    Fate.RISEN: gettext_lazy("risen"),
    Fate.FELLED: gettext_lazy("out of action instead of turning"),
    Fate.LEFT: gettext_lazy("left before turning"),
    Fate.CARRIED: gettext_lazy("carried off before turning"),
    Fate.UNTURNED: gettext_lazy("did not turn before the end"),
}


def objections(problems: Iterable[Problem], state: Table) -> list[Objection]:
    """Return why something cannot be entered, in sentences."""
    return [Objection(one.code, _problem(one, state), None, dict(one.params)) for one in problems]


def _problem(problem: Problem, state: Table) -> str:
    params = problem.params
    said = {
        **params,
        "name": name(state, str(params["ref"])) if "ref" in params else "",
        "band": band_name(state, str(params["band"])) if "band" in params else "",
    }
    return str(_PROBLEMS[problem.code]) % said


_PROBLEMS: Final[Mapping[str, str | Promise]] = {
    **raid.PROBLEMS,
    "other_game": gettext_lazy("That does not happen in this evening’s game."),
    "all_hurt": gettext_lazy("Everybody in this group has already lost a hit point."),
    "band_keys": gettext_lazy("Two warbands look exactly alike."),
    "building": gettext_lazy("Buildings have numbers from 1 to %(most)s."),
    "civilian_points": gettext_lazy("A civilian is worth 0 to %(most)s points."),
    "counted_already": gettext_lazy("The countdown of %(name)s has already dropped this turn."),
    "dice": gettext_lazy("Type every die of this roll, each 1 to 6."),
    "edge": gettext_lazy("There is no such edge."),
    "empty_band": gettext_lazy("A warband has nobody fit to fight."),
    "game_over": gettext_lazy("The game is over."),
    "immune": gettext_lazy("%(name)s has toughness %(value)s and cannot be infected."),
    "infected_already": gettext_lazy("%(name)s is already infected: there is nothing more to roll."),
    "led_already": gettext_lazy("%(name)s is already following this warband."),
    "moved_already": gettext_lazy("This group has had its part this turn."),
    "no_civilian": gettext_lazy("There is no such civilian."),
    "no_such_band": gettext_lazy("There is no such warband this evening."),
    "no_such_figure": gettext_lazy("There is no such figure this evening."),
    "no_such_group": gettext_lazy("There is no such group on the table any more."),
    "no_such_hurt": gettext_lazy("None of this group is hurt like that."),
    "no_such_noise": gettext_lazy("This noise marker is not on the table any more."),
    "nobody_infects": gettext_lazy("Nobody can infect anybody this evening."),
    "not_awaited": gettext_lazy("This roll is no longer expected."),
    "not_infected": gettext_lazy("%(name)s is not infected."),
    "not_lying": gettext_lazy("%(name)s is not lying on the table."),
    "not_on_table": gettext_lazy("%(name)s is not on the table."),
    "not_standing": gettext_lazy("%(name)s is no longer on the table."),
    "not_to_roll": gettext_lazy("It is another warband’s turn to roll."),
    "number_of_bands": gettext_lazy("An evening has 1 to %(most)s warbands."),
    "number_placed": gettext_lazy("Place 1 to %(most)s at once."),
    "order_of_bands": gettext_lazy("Name every warband that has figures on the table, each once."),
    "other_kind": gettext_lazy("These groups are of different kinds."),
    "other_turn": gettext_lazy("This turn is already over."),
    "own_side": gettext_lazy("Those of one’s own side score nothing: say that nobody did it."),
    "point": gettext_lazy("There are three points."),
    "profile": gettext_lazy("Nobody of this kind comes this evening."),
    "roll_awaited": gettext_lazy("Another roll comes first."),
    "source": gettext_lazy("It is not known whose dice these are."),
    "spurned": gettext_lazy("%(band)s shot at %(name)s, who never follows them again."),
    "zombie_already": gettext_lazy("%(name)s is already a zombie."),
    "wrong_moment": gettext_lazy("That cannot be done now."),
}
PROBLEM_CODES: Final = frozenset(_PROBLEMS)
