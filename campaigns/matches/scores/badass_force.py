"""The pad of Badass Force: kills, modes, turns, the Badassometer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext as _, gettext_lazy, ngettext, ngettext_lazy, pgettext, pgettext_lazy
from msgspec import Struct

from campaigns.matches.scores.ahead import Ahead
from campaigns.matches.scores.pad import Key, Pad
from campaigns.matches.scores.wording import Names, Text, broken_off, said_by_card, totals_said
from engines.badass_force.score.entries import (
    Armoury,
    ByCard,
    EndTurn,
    FinalScore,
    Kill,
    Leave,
    Loss,
    Stop,
    Tie,
    Ties,
    Vengeance,
)
from engines.badass_force.score.game import GAME
from engines.badass_force.score.state import BadassState, Mode
from engines.badass_force.score.track import Marker, track
from engines.core.score import Entry, Event, Need

FACES: Mapping[str, Text] = {
    "green": pgettext_lazy("armoury die", "green"),
    "yellow": pgettext_lazy("armoury die", "yellow"),
    "red": pgettext_lazy("armoury die", "red"),
    "blank": pgettext_lazy("armoury die", "blank"),
}


class Standing(Struct, frozen=True):
    """A player on the board: points, how much of the fuse is burnt, and whether Vengeance mode is due."""

    seat: int
    name: str
    total: int
    burnt: int
    active: bool
    vengeance: bool
    due: bool


class BadassForcePad(Pad[BadassState]):
    """Badass Force."""

    game = GAME
    board_template: ClassVar[str] = "campaigns/matches/boards/badass_force.html"
    seat_fields: ClassVar[frozenset[str]] = frozenset({"seat", "active", "killer", "victim", "next"})
    keys: ClassVar[Mapping[str, Key]] = {
        "kill": Key(gettext_lazy("A character falls"), "skull", common=True),
        "end_turn": Key(gettext_lazy("End of the turn"), "arrow-right", common=True),
        "vengeance": Key(gettext_lazy("Into Vengeance mode"), "fist", common=True),
        "loss": Key(gettext_lazy("Lost without points"), "grave"),
        "armoury": Key(gettext_lazy("Armoury dice"), "dice"),
        "ties": Key(gettext_lazy("Break the tie"), "swap", common=True),
        "tie": Key(gettext_lazy("Break the tie"), "swap"),
        "card": Key(gettext_lazy("Points by a card"), "card"),
        "leave": Key(gettext_lazy("A player leaves"), "run"),
        "stop": Key(gettext_lazy("Break the match off"), "stop"),
        "final": Key(gettext_lazy("Final points"), "flag"),
    }
    hidden_kinds: ClassVar[frozenset[str]] = frozenset({"final", "tie"})
    usual: ClassVar[Mapping[tuple[str, str], tuple[int, ...]]] = {("card", "points"): (-2, -1, 1, 2, 3)}
    submit_fields: ClassVar[Mapping[str, str]] = {"kill": "means", "armoury": "second"}
    quick_kinds: ClassVar[frozenset[str]] = frozenset({"end_turn", "stop"})
    field_names: ClassVar[Mapping[str, Text]] = {
        "killer": gettext_lazy("Who scores"),
        "victim": gettext_lazy("Whose character"),
        "means": gettext_lazy("How"),
        "of_leader": gettext_lazy("In the sole lead before the effect"),
        "seat": gettext_lazy("Who"),
        "first": gettext_lazy("One die"),
        "second": gettext_lazy("Other die"),
        "next": gettext_lazy("Who is next"),
        "cards": gettext_lazy("Cards in hand"),
        "ammo": gettext_lazy("Ammunition"),
        "totals": gettext_lazy("Points"),
        "card": gettext_lazy("Card"),
        "points": gettext_lazy("Points, more or fewer"),
        "reason": gettext_lazy("Reason"),
        "stop.totals": gettext_lazy("Points that differ from the pad’s"),
        "stopped": gettext_lazy("Broken off"),
        "limit": gettext_lazy("Points to reach"),
        "first_kill": gettext_lazy("First kill in a turn"),
        "later_kill": gettext_lazy("Every further kill in it"),
        "leader_bonus": gettext_lazy("Extra for killing the sole leader"),
        "cool_bonus": gettext_lazy("Cool players’ point per turn, once somebody is in Vengeance mode"),
        "setup.faces": gettext_lazy("What the armoury dice show"),
    }
    value_names: ClassVar[Mapping[tuple[str, int | str | None], Text]] = {
        ("means", "weapon"): gettext_lazy("Weapon"),
        ("means", "power"): pgettext_lazy("of a character", "Power"),
        ("means", "bluff_called"): gettext_lazy("Called a bluff"),
        ("means", "bluff_resisted"): gettext_lazy("Wrongly called a bluff"),
        ("means", "explosion"): gettext_lazy("Weapon blown up"),
        **{(field, face): name for field in ("first", "second", "faces") for face, name in FACES.items()},
        ("next", None): gettext_lazy("Clockwise"),
        ("ammo", None): gettext_lazy("not known"),
        ("item", "cards"): gettext_lazy("cards in hand"),
        ("item", "ammo"): gettext_lazy("ammunition"),
    }
    source_names: ClassVar[Mapping[str, Text]] = {
        "first_kill": gettext_lazy("first kill of the turn"),
        "later_kill": gettext_lazy("kill"),
        "leader": gettext_lazy("against the leader"),
        "cool": gettext_lazy("still Cool"),
        "card": gettext_lazy("by a card"),
        "final": gettext_lazy("result"),
    }
    ending_names: ClassVar[Mapping[str, Text]] = {
        "limit": gettext_lazy("The limit was reached."),
        "left": gettext_lazy("All players but one have left: that one wins."),
        "stopped": gettext_lazy("The match was broken off."),
    }
    tie_names: ClassVar[Mapping[str, Text]] = {
        "cards": gettext_lazy("cards in hand"),
        "ammo": gettext_lazy("ammunition"),
    }
    final_names: ClassVar[Mapping[str, Text]] = {
        "total": gettext_lazy("Points"),
        "cards": gettext_lazy("Cards in hand (only in a tie)"),
        "ammo": gettext_lazy("Ammunition (only in a tie)"),
    }
    problem_texts: ClassVar[Mapping[str, Text]] = {
        "own_kill": gettext_lazy("%(player)s cannot score on their own character: note it as lost without points."),
        "vengeance_already": gettext_lazy("%(player)s is already in Vengeance mode, for good."),
        "not_active": gettext_lazy("It is %(active)s’s turn, not %(player)s’s."),
        "has_left": gettext_lazy("%(player)s has left the match."),
        "dice": gettext_lazy("The armoury has %(needs)s dice."),
        "no_such_face": gettext_lazy("The armoury dice of this match do not show that."),
        "final_late": gettext_lazy("A final result has to be entered before anything else."),
        "total": gettext_lazy("%(player)s: between %(least)s and %(most)s points."),
        "limit_not_reached": gettext_lazy(
            "Nobody reached the limit of %(least)s points (the highest score is %(value)s). Was the match broken off?"
        ),
        "no_tie": gettext_lazy("%(player)s is not tied for the most points: there is no tie to break."),
        "tie_known": gettext_lazy("%(player)s has already said what they hold."),
        "tie_cards": gettext_lazy("%(player)s: how many cards in hand?"),
        "tie_nothing": gettext_lazy("Say how many cards the tied players hold."),
        "holding": gettext_lazy("%(player)s: at most %(most)s (%(item)s)."),
        "limit": gettext_lazy("The limit is between %(least)s and %(most)s points."),
        "house_points": gettext_lazy("Points by house rule are between %(least)s and %(most)s."),
        "no_faces": gettext_lazy("The armoury dice must show something."),
    }
    event_texts: ClassVar[Mapping[str, Text]] = {
        "turn": gettext_lazy("%(player)s’s turn"),
        "charges_lost": gettext_lazy("Two reds: %(player)s loses all charges"),
        "one_left": gettext_lazy("%(player)s should be down to one character: into Vengeance mode?"),
        "last_turn": gettext_lazy("The limit is reached: this turn is the last"),
        "over": gettext_lazy("The match is over"),
    }

    def is_common(self, kind: str, state: BadassState) -> bool:
        """Vengeance mode stands open once somebody ought to be in it."""
        return bool(state.due) if kind == "vengeance" else super().is_common(kind, state)

    charges = ngettext_lazy("%(player)s gains %(gain)s charge", "%(player)s gains %(gain)s charges", "gain")

    def event(self, event: Event, names: Names) -> str:
        """Charges are counted in words."""
        if event.code == "charges":
            return str(self.charges % self.filled({**event.params, "seat": event.seat}, names))
        return super().event(event, names)

    def ahead(self, state: BadassState, names: Names) -> Ahead | None:
        """Turn after turn, clockwise."""
        seats = state.setup.seats
        around = [(state.active + step) % seats for step in range(seats)]
        staying = tuple(seat for seat in around if seat not in state.left)
        named = tuple(names[seat] for seat in staying)
        return Ahead(kind="end_turn", field="seat", values=staying, label="", names=named, round=True)

    def sentence(self, entry: Entry[Any], names: Names) -> str:
        """Say what happened."""
        match entry:
            case Kill():
                said = KILLS[entry.means.value] % {"killer": names[entry.killer], "victim": names[entry.victim]}
            case EndTurn():
                said = _("End of the turn")
                if entry.next is not None:
                    said = _("End of the turn; %(player)s is next") % {"player": names[entry.next]}
            case Vengeance():
                said = _("%(player)s goes into Vengeance mode") % {"player": names[entry.seat]}
            case Armoury():
                faces = (self.value_name("first", face.value, names) for face in (entry.first, entry.second))
                said = _("Armoury dice: %(faces)s") % {"faces": ", ".join(str(face) for face in faces)}
            case Tie():
                said = _holds(entry, names)
            case Ties():
                said = pgettext("between sentences", "; ").join(_holds(one, names) for one in entry.each())
            case _:
                said = self.other(entry, names)
        return said

    def other(self, entry: Entry[Any], names: Names) -> str:
        """Say the entries that are rarely made."""
        match entry:
            case Loss():
                return _("%(player)s loses a character, without points for anybody") % {"player": names[entry.seat]}
            case Leave():
                return _("%(player)s leaves the match") % {"player": names[entry.seat]}
            case FinalScore():
                return _("Final points: %(totals)s") % {"totals": totals_said(entry.totals, names)}
            case ByCard():
                return said_by_card(entry, names)
            case Stop():
                return broken_off(entry.totals, names)
        return super().sentence(entry, names)

    def turn(self, state: BadassState, names: Names) -> str:
        """Whose turn it is."""
        if state.ended:
            return ""
        return _("Turn %(number)s: %(player)s") % {"number": state.turn, "player": names[state.active]}

    def board(self, state: BadassState, names: Names) -> dict[str, Any]:
        """Everybody's way along the Badassometer, the foremost first."""
        drawn = track(state)
        lines = [_standing(marker, names[marker.seat], state) for marker in drawn.markers]
        return {"track": drawn, "lines": lines, "due": any(line.due for line in lines)}

    def need(self, need: Need, names: Names) -> str:
        """Say who needs what, in kills."""
        player, kills = names[need.seat], need.params.get("kills")
        values = {"player": player, "points": need.points, "kills": kills}
        if need.code == "leading":
            text = ngettext(
                "%(player)s is %(points)s point ahead", "%(player)s is %(points)s points ahead", need.points
            )
            return text % values
        if need.code == "to_lead":
            text = ngettext(
                "%(player)s needs %(points)s point to take the sole lead",
                "%(player)s needs %(points)s points to take the sole lead",
                need.points,
            )
        else:
            text = ngettext("%(player)s needs %(points)s point", "%(player)s needs %(points)s points", need.points)
        said = text % values
        if isinstance(kills, int) and kills > 0:
            return _("%(need)s: %(kills)s") % {"need": said, "kills": _kills(kills)}
        return said


def _standing(marker: Marker, name: str, state: BadassState) -> Standing:
    vengeance = marker.mode is Mode.VENGEANCE
    burnt = min(marker.total, state.setup.limit)
    return Standing(marker.seat, name, marker.total, burnt, marker.active, vengeance, due=marker.seat in state.due)


def _holds(tie: Tie, names: Names) -> str:
    return _("%(player)s holds %(cards)s cards, ammunition %(ammo)s") % {
        "player": names[tie.seat],
        "cards": tie.cards,
        "ammo": "–" if tie.ammo is None else tie.ammo,
    }


def _kills(count: int) -> str:
    return ngettext("%(count)s kill in this turn", "%(count)s kills in this turn", count) % {"count": count}


KILLS: Mapping[str, Text] = {
    "weapon": gettext_lazy("%(killer)s kills a character of %(victim)s with a weapon"),
    "power": gettext_lazy("%(killer)s kills a character of %(victim)s with a power"),
    "bluff_called": gettext_lazy("%(killer)s rightly calls a bluff by %(victim)s"),
    "bluff_resisted": gettext_lazy("%(victim)s wrongly calls a bluff by %(killer)s"),
    "explosion": gettext_lazy("%(killer)s blows up the weapon of %(victim)s"),
}
