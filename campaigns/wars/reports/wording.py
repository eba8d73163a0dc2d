"""What is impossible in a report, in sentences, each beside the field of the report's form that says it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.wars.battles.sides import without
from campaigns.wars.civilians.wording import card_name, name_of
from club.operations import Objection
from engines.core.problems import Problem
from engines.musg import report as rules
from engines.musg.abducted import Civilian
from engines.musg.catalogue import Catalogue
from engines.musg.ranks import Rank
from engines.musg.report import Report
from engines.musg.warband import Warband as Roster
from rosters.wording import problem_sentence, rank_name


def fate_field(warband: str, figure: int) -> str:
    """The name of the field that says what became of a figure."""
    return f"fate-{warband}-{figure}"


def by_field(warband: str, figure: int) -> str:
    """The name of the field that says who put a figure out of action."""
    return f"by-{warband}-{figure}"


def die_field(warband: str, figure: int) -> str:
    """The name of the field for an erratic figure's die."""
    return f"die-{warband}-{figure}"


def rescued_field(warband: str, figure: int) -> str:
    """The name of the field that says whether a captive was brought home."""
    return f"rescued-{warband}-{figure}"


def perished_field(warband: str, figure: int) -> str:
    """The name of the field that says whether a captive died in its rescue."""
    return f"perished-{warband}-{figure}"


def bonus_field(warband: str) -> str:
    """The name of the field for a warband's victory points from the scenario."""
    return f"bonus-{warband}"


def guarded_field(warband: str) -> str:
    """The name of the field that says whether the troll watched over the fallen leader."""
    return f"guarded-{warband}"


def lost_field(warband: str, vehicle: int) -> str:
    """The name of the field that says how many points of structure a vehicle lost."""
    return f"lost-{warband}-{vehicle}"


def taken_field(card: str) -> str:
    """The name of the field that says how many civilians of a card the aliens carried off."""
    return f"taken-{card}"


def civilian_field(civilian: Civilian) -> str:
    """The name of the field that says what became of a civilian whom the aliens kept."""
    return f"civilian-{civilian.battle}-{civilian.card}-{civilian.nth}"


def report_problems(
    rosters: Mapping[str, Roster], report: Report, civilians: Collection[Civilian] | None = None
) -> list[Objection]:
    """Return every impossible entry of a report as a sentence that names the figure; none means it may be applied.

    ``civilians`` are those whom the aliens keep, ``None`` where that is not known.
    """
    found = [*_unready(rosters), *rules.problems(rosters, report, civilians)]
    return [Objection(p.code, _sentence(p, rosters), _field(p), dict(p.params)) for p in found]


class Counts(Struct, frozen=True):
    """What the rules give: victory points by rank, in words; the experience for living and for winning."""

    points: str
    survival: int
    victory: int


def counts(catalogue: Catalogue) -> Counts:
    """Return what counts in a battle (Musg, End of the turn and Gaining experience)."""
    points = ", ".join(f"{rank_name(rank).lower()} {value}" for rank, value in catalogue.victory_points.items())
    return Counts(points, catalogue.survival_experience, catalogue.victory_experience)


def lesson(victim: Rank, catalogue: Catalogue) -> str:
    """Say what putting somebody of this rank out of action teaches (Musg, Gaining experience; ruling M238)."""
    taught = [(by, catalogue.takedown_experience(by, victim)) for by in Rank]
    said = [f"{rank_name(by).lower()} {points}" for by, points in taught if points]
    if not said:
        return _("Nobody gains experience from it.")
    return _("Experience for the figure that did it: %(list)s.") % {"list": ", ".join(said)}


def _unready(rosters: Mapping[str, Roster]) -> list[Problem]:
    return [
        Problem("not_mustered", None, {"warband": key, "name": roster.name})
        for key, roster in rosters.items()
        if not roster.mustered
    ]


def _sentence(problem: Problem, rosters: Mapping[str, Roster]) -> str:
    key = str(problem.params.get("warband", ""))
    roster = rosters.get(key)
    catalogue = next(iter(rosters.values())).catalogue
    match problem.code:
        case "civilian_not_kept":
            name = name_of(_civilian(problem), catalogue)
            return _("The aliens are no longer holding %(name)s.") % {"name": name}
        case "civilian_settled_twice":
            return _("%(name)s has only one fate: brought home, or dead.") % {
                "name": name_of(_civilian(problem), catalogue)
            }
        case "no_such_civilian":
            return _("The rulebook has no such civilian: %(name)s.") % {"name": problem.params["item"]}
        case "civilians_alike":
            values = {"name": card_name(str(problem.params["item"]), catalogue), "most": problem.params["most"]}
            return _("The aliens carry off %(name)s at most %(most)s times in a battle.") % values
        case "not_mustered":
            return _("%(name)s has not closed its muster yet.") % problem.params
        case "needs_leave":
            return without(str(problem.params["rank"]), str(problem.params["name"]))
        case "not_in_battle" if roster is None:
            return _("Figure %(number)s belongs to a warband that is not in this battle.") % {"number": problem.figure}
        case "reason_missing":
            by_points = roster.name if roster else _("a draw") if len(rosters) > 1 else _("the others")
            return _("By the victory points it is %(winner)s: say why the scenario decides otherwise.") % {
                "winner": by_points
            }
        case "not_guarded" if roster is not None:
            return _("%(warband)s: %(sentence)s") % {
                "warband": roster.name,
                "sentence": problem_sentence(problem, roster.catalogue, roster),
            }
    return problem_sentence(problem, catalogue, roster)


def _civilian(problem: Problem) -> Civilian:
    about = problem.params
    return Civilian(str(about["battle"]), str(about["item"]), int(about["nth"]))


def _field(problem: Problem) -> str | None:
    key = str(problem.params.get("warband", ""))
    match problem.code:
        case "activity_die" if problem.figure is not None:
            return die_field(key, problem.figure)
        case "bonus_points":
            return bonus_field(key)
        case "not_guarded":
            return guarded_field(key)
        case "no_such_ride" | "structure_lost":
            return lost_field(key, int(problem.params["number"]))
        case "civilian_not_kept" | "civilian_settled_twice":
            return civilian_field(_civilian(problem))
        case "no_such_civilian" | "civilians_alike":
            return taken_field(str(problem.params["item"]))
        case "winner_not_in_battle":
            return "winner"
        case "reason_missing":
            return "reason"
    return fate_field(key, problem.figure) if problem.figure is not None else None
