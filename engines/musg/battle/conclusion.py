"""What a battle leaves behind: the report of the campaign, and the view of the table at one moment."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import UNSET, Struct, UnsetType

from engines.musg.abducted import Tidings
from engines.musg.battle.events import Value
from engines.musg.battle.field import Field
from engines.musg.battle.knowledge import hidden_from
from engines.musg.battle.marks import Mark
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.battle.views import VehicleView
from engines.musg.ground.table import RADIUS, touching
from engines.musg.report import DRAW, Down, Report, Who


def report(field: Field) -> Report:
    """Return the battle as the campaign's report, as if its players had written it down.

    A figure put out by friendly fire, a bursting weapon, a fall or a neutral figure is nobody's takedown (rulings M157,
    M326); one that rose as something else is dead. Whom a neutral side keeps when all is over is captured. Neither
    neutral figures nor bystanders are reported, but captives of the warbands who came home or died, and civilians whom
    a neutral side keeps or kept (ruling M330).
    """
    kept = {piece.uid for module in field.modules for piece in module.captives(field)} if field.ended else set()
    lost = [p for band in field.warbands for p in band.pieces if p.down and not p.bystander]
    decided = decision(field)
    return Report(
        absent=tuple(
            [Who(side.key, number) for side in field.setup.sides for number in side.absent]
            + [who(field, p) for p in field.pieces if p.place is Place.ABSENT and p.uid not in field.activity]
        ),
        activity={
            f"{field.bands[field.pieces[uid].side].key}:{field.pieces[uid].number}": face
            for uid, face in field.activity.items()
        },
        downs=(
            *(_down(field, piece, kept) for piece in sorted(lost, key=lambda p: p.fell_as)),
            *(Down(one, killed=True) for module in field.modules for one in module.perished(field)),
        ),
        fled=tuple(who(field, p) for p in field.pieces if p.place is Place.FLED),
        bonus={band.key: band.scored for band in field.warbands if band.scored},
        rescued=tuple(who(field, p) for module in field.modules for p in module.rescued(field)) or UNSET,
        guarded=tuple(band.key for band in field.warbands if band.index in field.guarded or watched(field, band.index)),
        winner=decided[0],
        reason=decided[1],
        broken=tuple([one for module in field.modules for one in module.broken(field)]) or UNSET,
        civilians=_tidings(field, kept),
    )


def _tidings(field: Field, kept: Collection[int]) -> Tidings | UnsetType:
    said = Tidings(
        taken=tuple(sorted(card for module in field.modules for card in module.taken(field, kept))),
        freed=tuple([one for module in field.modules for one in module.freed_civilians(field)]),
        died=tuple([one for module in field.modules for one in module.lost_civilians(field)]),
    )
    return said if said != Tidings() else UNSET


def decision(field: Field) -> tuple[str, str]:
    """Return whom a module declares the winner, and the rule it goes by; empty where victory points decide."""
    for module in field.modules:
        said = module.verdict(field)
        if said is not None:
            return DRAW if said[0] is None else field.bands[said[0]].key, module.heading
    return "", ""


def winner(field: Field) -> int | None:
    """Return the side with the most victory points, ``None`` when several have them (ruling M53).

    A module may decide by what it plays for. A warband alone against a neutral side has lost once it has nobody left
    who stands or went off unhurt.
    """
    for module in field.modules:
        said = module.verdict(field)
        if said is not None:
            return said[0]
    if len(field.warbands) == 1:
        saved = (*ACTING, Place.RESERVE, Place.LEFT)
        own = [p for p in field.warbands[0].pieces if not p.bystander]
        return 0 if any(p.place in saved and not p.down for p in own) else None
    best = max(band.points for band in field.warbands)
    first = [band.index for band in field.warbands if band.points == best]
    return first[0] if len(first) == 1 else None


def who(field: Field, piece: Piece) -> Who:
    """Return a figure as the campaign names it."""
    return Who(field.bands[piece.side].key, piece.number)


def watched(field: Field, side: int) -> bool:
    """Tell whether a standing troll bodyguard touches its fallen leader (Musg, Garde du corps Troll)."""
    leader = field.bands[side].leader
    return (
        leader is not None
        and leader.place is Place.OUT
        and any("carries_leader" in p.traits and touching(p.base, leader.base) for p in field.afoot(side))
    )


def _down(field: Field, piece: Piece, kept: set[int]) -> Down:
    by = field.pieces[piece.struck_down] if piece.struck_down is not None else None
    captured = True if piece.uid in kept and piece.hp >= 0 else UNSET
    return Down(who(field, piece), who(field, by) if by else None, piece.hp < 0, captured)


class PieceView(Struct, frozen=True):
    """A figure as one side sees it. ``place`` is a lower-case word.

    Of a hidden enemy nothing is known but that it came: its place is "unknown", it has no position and no hit points.

    ``laden``: it carries something that the scenario is about.
    """

    figure: int
    side: int
    number: int
    name: str
    place: str
    at: tuple[float, float, float] | None
    radius: float
    hit_points: int | None
    action_points: int
    acted: bool
    routed: bool
    hidden: bool
    engaged: tuple[int, ...]
    laden: bool = False


class View(Struct, frozen=True):
    """The table at one moment. ``actor`` is the side to decide; ``marks`` lie on the ground, ``vehicles`` stand there.

    Sides from number ``len(points)`` on are neutral. ``modules``: what the side may know of each, by its code.
    """

    turn: int
    actor: int | None
    points: tuple[int, ...]
    pieces: tuple[PieceView, ...]
    marks: tuple[Mark, ...] = ()
    modules: Mapping[str, Mapping[str, Value]] = {}
    vehicles: tuple[VehicleView, ...] = ()


def view(field: Field, side: int | None = None, actor: int | None = None) -> View:
    """Return the table as ``side`` sees it (ruling M291: all gear is public).

    ``None`` is a spectator, who sees what every side sees, ``EVERYTHING`` sees all; when the battle is over so does
    everybody (``knowledge``).
    """
    points = tuple(band.points for band in field.warbands)
    known = {module.code: told for module in field.modules if (told := module.view(field, side))}
    unseen = hidden_from(field, side)
    pieces = tuple([_unseen(p) if p.uid in unseen else _seen(p, unseen) for p in field.pieces])
    rides = tuple([one for module in field.modules for one in module.vehicles(field)])
    return View(field.turn, actor, points, pieces, tuple(field.marks), known, rides)


_ON_TABLE = (*ACTING, Place.OUT)


def _unseen(piece: Piece) -> PieceView:
    """Return what everybody knows of a hidden figure from the roster: nothing of what it is doing."""
    return PieceView(
        figure=piece.uid,
        side=piece.side,
        number=piece.number,
        name=piece.sheet.name,
        place="unknown",
        at=None,
        radius=RADIUS,
        hit_points=None,
        action_points=0,
        acted=False,
        routed=False,
        hidden=True,
        engaged=(),
    )


def _seen(piece: Piece, unseen: Collection[int]) -> PieceView:
    return PieceView(
        figure=piece.uid,
        side=piece.side,
        number=piece.number,
        name=piece.sheet.name,
        place=piece.place.name.lower(),
        at=piece.base[:3] if piece.place in _ON_TABLE else None,
        radius=piece.base[3],
        hit_points=piece.hp,
        action_points=piece.ap,
        acted=piece.acted,
        routed=piece.routed,
        hidden=piece.hidden,
        engaged=tuple(sorted([p.uid for p in piece.foes if p.uid not in unseen])),
        laden=piece.laden,
    )
