"""What an evening of a raid says, in sentences; ``wording`` puts the names in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext, ngettext_lazy
from msgspec import UNSET

from engines.musg.pocket.entries.alert import SEEN, SHOT
from engines.musg.pocket.raid.setup import Raid
from engines.musg.pocket.raid.state import DETECTOR, SITE, START, TEAM, Bomb, Hostage, RaidState, Stage
from engines.musg.pocket.setup import HOSTAGE

EVENTS: Final[Mapping[str, Any]] = {
    "alarm_seen": gettext_lazy("%(name)s was seen."),
    "alarm_shot": gettext_lazy("%(name)s fired: the others may hear it."),
    "alarm_detector": gettext_lazy("A detector noticed %(name)s."),
    "alert_stays": gettext_lazy("The alert stays at %(level)s."),
    "alert_rises": gettext_lazy("The alert rises to %(level)s."),
    "alert_is_given": gettext_lazy("The alert is given! Everybody moves freely, and every weapon may be fired."),
    "guard_walks": gettext_lazy("%(name)s walks to marker %(marker)s."),
    "guard_stays": gettext_lazy("%(name)s stays at marker %(marker)s."),
    "round_laid": gettext_lazy("The round of %(name)s has %(markers)s markers."),
    "raiders_part": gettext_lazy("The anti-terrorists’ part begins."),
    "turn_begins": gettext_lazy("Turn %(turn)s begins."),
    "hostage_led": gettext_lazy("%(name)s follows %(leader)s."),
    "hostage_waits": gettext_lazy("%(name)s waits: nobody is leading it."),
    "hostage_saved": ngettext_lazy(
        "%(name)s is brought out: %(points)s victory point.",
        "%(name)s is brought out: %(points)s victory points.",
        "points",
    ),
    "hostage_penalty": gettext_lazy("%(name)s is dead: it costs the terrorists %(points)s victory points."),
    "hostage_dead": gettext_lazy("%(name)s is dead; nobody loses points for it."),
    "bomb_dropped": gettext_lazy("The bomb lies where %(name)s went down."),
    "bomb_taken": gettext_lazy("%(name)s picks the bomb up."),
    "bomb_placed": gettext_lazy("%(name)s places the bomb at site %(site)s: it goes off at the end of turn %(turn)s."),
    "bomb_defused": ngettext_lazy(
        "%(name)s defuses the bomb for %(points)s action point.",
        "%(name)s defuses the bomb for %(points)s action points.",
        "points",
    ),
    "bomb_exploded": gettext_lazy("The bomb at site %(site)s goes off!"),
    "caught": gettext_lazy("%(name)s is dead."),
    "kit_dropped": gettext_lazy("A defusing kit lies where %(name)s went down."),
    "kit_taken": gettext_lazy("%(name)s takes up the defusing kit."),
    "marker_laid": gettext_lazy("%(name)s: %(at)s."),
}

PROBLEMS: Final[Mapping[str, str | Promise]] = {
    "alarm_cause": gettext_lazy("The rules have no alert for that."),
    "alert_given": gettext_lazy("The alert is given, or not played: there is nothing more to roll."),
    "bomb_site": gettext_lazy("The sites have numbers from 1 to %(most)s."),
    "hostage_stays": gettext_lazy("%(name)s stays where it was shown: the game has begun."),
    "hostages_moved": gettext_lazy("At most half of the hostages can be moved, here %(most)s."),
    "kit_already": gettext_lazy("%(name)s already has a defusing kit."),
    "led_by_it": gettext_lazy("%(name)s is already following this figure."),
    "no_bomb": gettext_lazy("The bomb is not there any more, or not with this figure."),
    "no_guard": gettext_lazy("%(name)s has no round to walk, or has already walked this turn."),
    "no_hostage": gettext_lazy("This hostage is not on the table any more."),
    "no_kit": gettext_lazy("No defusing kit lies there."),
    "no_marker": gettext_lazy("Nothing of that kind is marked on the table."),
    "no_place": gettext_lazy("Say where in 1 to %(most)s letters."),
    "no_such_marker": gettext_lazy("A guard can only walk to a neighbouring marker (M338)."),
    "not_to_take": gettext_lazy("A terrorist can only take a hostage who was freed and is waiting (M340)."),
    "raid_aim": gettext_lazy("Choose hostages, a bomb or both."),
    "raid_alert": gettext_lazy("Where there are hostages, the alert is played (M337)."),
    "raid_bands": gettext_lazy("A raid is a game for two warbands; one of them is the anti-terrorists."),
    "raid_detectors": gettext_lazy("There are 0 to %(most)s detectors."),
    "raid_kits": gettext_lazy("Only anti-terrorists who take part can carry defusing kits, one each."),
    "raid_hostages": gettext_lazy("There are 0 to %(most)s hostages."),
    "raid_markers": gettext_lazy("A round has %(least)s to %(most)s markers (M338)."),
    "wrong_side": gettext_lazy("That is for the other side."),
}

CAUSES: Final[Mapping[str, str | Promise]] = {
    START: gettext_lazy("The terrorists’ part begins: only a %(need)s raises the alert from %(level)s (M208)."),
    SEEN: gettext_lazy("%(name)s was seen: %(need)s or more raises the alert from %(level)s (M209)."),
    SHOT: gettext_lazy("%(name)s fired: %(need)s or more raises the alert from %(level)s (M209)."),
    DETECTOR: gettext_lazy("A detector noticed %(name)s: %(need)s or more raises the alert from %(level)s (M335)."),
}


def marked_name(state: RaidState, ref: str) -> str:
    """Return what a hostage, a site or a detector is called."""
    kind, _colon, number = ref.partition(":")
    known = state.hostage(ref) is not None or ref in state.marked
    return str(_MARKED[kind]) % {"number": number} if known else "?"


_MARKED: Final[Mapping[str, str | Promise]] = {
    HOSTAGE: gettext_lazy("Hostage %(number)s"),
    SITE: gettext_lazy("Site %(number)s"),
    DETECTOR: gettext_lazy("Detector %(number)s"),
}


def place_sentence(state: RaidState, ref: str) -> str:
    """Say where a site or a detector is."""
    said = {"name": marked_name(state, ref), "place": state.places.get(ref, "")}
    return (_("%(name)s: %(place)s.") if said["place"] else _("%(name)s: nobody has said where.")) % said


def gear_sentence(state: RaidState, ref: str, name: str) -> str:
    """Say what an anti-terrorist carries of what the raid is about; "" for nothing."""
    found = [
        *([_("silenced pistol (M342)")] if ref in state.setup.silenced else []),
        *([_("defusing kit")] if ref in state.kits else []),
    ]
    return _("%(name)s: %(gear)s.") % {"name": name, "gear": ", ".join(found)} if found else ""


def alert_count(state: RaidState) -> str:
    """Say how alarmed the terrorists are."""
    if not state.setup.alert:
        return _("no alert is played")
    if state.given:
        return _("the alert is given")
    return _("alert %(level)s of %(most)s") % {"level": state.level, "most": TEAM.alert}


def bomb_sentence(state: RaidState, holder: str) -> str:
    """Say what has become of the bomb; ``holder``: the name of whoever has, dropped or placed it, where it is known."""
    bomb = state.bomb
    said = {"name": holder, "site": bomb.site, "turn": bomb.goes_off}
    if bomb.stage is Stage.TICKING:
        left = bomb.goes_off - state.turn
        text = ngettext(
            "The bomb ticks at site %(site)s: %(left)s turn after this one, then it goes off at the end.",
            "The bomb ticks at site %(site)s: %(left)s turns after this one, then it goes off at the end.",
            left,
        )
        return text % {**said, "left": left} if left else _("The bomb goes off at the end of this turn!")
    if bomb.stage is Stage.CARRIED and bomb.by:
        return _("%(name)s has the bomb.") % said
    return str(_BOMB[bomb.stage]) % said


_BOMB: Final[Mapping[Stage, str | Promise]] = {
    Stage.NONE: gettext_lazy("There is no bomb."),
    Stage.CARRIED: gettext_lazy("A terrorist has the bomb: who, the terrorists have noted in secret (M214)."),
    Stage.DROPPED: gettext_lazy("The bomb lies where %(name)s went down."),
    Stage.DEFUSED: gettext_lazy("The bomb is defused."),
    Stage.EXPLODED: gettext_lazy("The bomb has gone off at site %(site)s."),
}


def bomb_count(bomb: Bomb) -> str:
    """Say in two words what has become of the bomb."""
    return str(_BOMB_SHORT[bomb.stage]) % {"turn": bomb.goes_off}


_BOMB_SHORT: Final[Mapping[Stage, str | Promise]] = {
    Stage.CARRIED: gettext_lazy("bomb hidden"),
    Stage.DROPPED: gettext_lazy("bomb dropped"),
    Stage.TICKING: gettext_lazy("bomb until turn %(turn)s"),
    Stage.DEFUSED: gettext_lazy("bomb defused"),
    Stage.EXPLODED: gettext_lazy("bomb gone off"),
}


def hostage_sentence(one: Hostage, said: Mapping[str, str]) -> str:
    """Say where a hostage is; ``said`` has its ``name``, its ``leader``'s, and the ``place`` it was shown at."""
    if one.killed:
        return _("%(name)s is dead.") % said
    if one.saved:
        return _("%(name)s is brought out.") % said
    if one.leader:
        return _("%(name)s follows %(leader)s.") % said
    if one.freed:
        return _("%(name)s waits, freed.") % said
    return (_("%(name)s is held: %(place)s.") if said["place"] else _("%(name)s is held.")) % said


def before_sentences(setup: Raid) -> list[str]:
    """Say what the terrorists lay out before the first turn (Musg, Mise en place; rulings M214, M338, M341)."""
    found = []
    if setup.hostages:
        text = ngettext(
            "The terrorists place %(count)s hostage and show where.",
            "The terrorists place %(count)s hostages and show where; then they may move %(half)s of them.",
            setup.hostages,
        )
        found.append(text % {"count": setup.hostages, "half": setup.hostages // 2})
    if setup.bomb:
        found.append(_("Two sites for the bomb are known to both; the terrorists note in secret who has it (M214)."))
    if setup.alert:
        found.append(_("Detectors notice anybody within 3 paces; every guard has a round of markers (M335, M338)."))
    if setup.kits is not UNSET:
        found.append(_("Note below where everything is: hostages, sites, detectors."))
    return found
