"""The access table of the API: who may do what at each of its addresses, and what their token must be good for.

The roles are those of the pages, and what belongs to the same right stands in the same words (``access_table``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from club.models import Scope
from tests.web.access_table import (
    EVERYBODY_SEES,
    SEES,
    SEES_ANNOUNCEMENT,
    SEES_EVENING,
    SEES_TABLE,
    Kwargs,
    Right,
)
from tests.web.cast import As, Ground

ALL, MEMBERS, KEEPERS = Right.ALL, Right.MEMBERS, Right.KEEPERS
PART, FIGHTERS, REFEREES = Right.PART, Right.FIGHTERS, Right.REFEREE
READ, PLAY, REFEREE, ADMIN = {Scope.READ}, {Scope.PLAY}, {Scope.REFEREE}, {Scope.ADMIN}
NOTE = {"kind": "note", "text": "From afar."}


@dataclass(frozen=True)
class ApiRule:
    """One line: ``right`` of whom, with a token for one of ``scopes``; ``own``: whose own it is, with that to play."""

    method: str
    right: Right
    scopes: set[Scope]
    about: Kwargs | None = None
    sees: Mapping[str, frozenset[As]] = field(default_factory=lambda: SEES)
    data: Callable[[Ground], Mapping[str, object]] = lambda ground: {}
    visitors: bool = True
    """Whether who shows no token is answered as a visitor."""
    own: frozenset[As] | None = None
    """Where one scope is for one's own and another for others': whose own it is."""


def read(about: Kwargs | None = None, **more: object) -> ApiRule:
    return ApiRule("GET", ALL, READ, about, **more)  # type: ignore[arg-type]


def of_warband(ground: Ground) -> Mapping[str, object]:
    return {"pk": ground.warband.pk}


def keeps(data: Mapping[str, object]) -> ApiRule:
    """What the owner of the warband does, or the referee for them."""
    owner = frozenset({As.OWNER})
    return ApiRule("POST", KEEPERS, PLAY | REFEREE, of_warband, data=lambda ground: data, visitors=False, own=owner)


def of_announcement(ground: Ground) -> Mapping[str, object]:
    return {"pk": ground.announcement.pk}


def of_campaign(ground: Ground) -> Mapping[str, object]:
    return {"slug": ground.campaign.slug}


def of_battle(name: str) -> Kwargs:
    return lambda ground: {"slug": ground.campaign.slug, "pk": getattr(ground, name).pk}


def of_aftermath(name: str) -> Kwargs:
    """The aftermath of the owner's warband."""
    return lambda ground: {**of_battle(name)(ground), "warband": ground.warband.pk}


def in_battle(right: Right, about: Kwargs, data: Mapping[str, object] | None = None) -> ApiRule:
    """What a player of a battle does, or the referee for them."""
    own = frozenset({As.OWNER, As.PLAYER})
    return ApiRule("POST", right, PLAY | REFEREE, about, visitors=False, own=own, data=lambda ground: data or {})


def rolls(data: Mapping[str, object] | None = None) -> ApiRule:
    """What the owner of the warband does in its aftermath, or the referee for them."""
    owner, about = frozenset({As.OWNER}), of_aftermath("fought")
    return ApiRule("POST", KEEPERS, PLAY | REFEREE, about, visitors=False, own=owner, data=lambda ground: data or {})


def of_season(ground: Ground) -> Mapping[str, object]:
    return {"slug": ground.season.slug}


def of_match(name: str) -> Kwargs:
    return lambda ground: {"pk": getattr(ground, name).pk}


def of_pad(name: str, right: Right, **more: object) -> ApiRule:
    """What whoever sits at a match does, or the season's referee for them."""
    own = frozenset({As.OWNER, As.PLAYER})
    return ApiRule("POST", right, PLAY | REFEREE, of_match(name), visitors=False, own=own, **more)  # type: ignore[arg-type]


def at_table(method: str, name: str, right: Right, scopes: set[Scope], **more: object) -> ApiRule:
    """An operation of a card table, at which the owner and the player sit."""
    return ApiRule(method, right, scopes, of_match(name), sees=SEES_TABLE, visitors=False, **more)  # type: ignore[arg-type]


def fighting(right: Right, data: Mapping[str, object] | None = None) -> ApiRule:
    """What those do who lead a side of the battle that the owner and the player play at the site."""
    return ApiRule("POST", right, PLAY, of_match("fighting"), visitors=False, data=lambda ground: data or {})


def at_evening(data: Callable[[Ground], Mapping[str, object]] = lambda ground: {}, **extra: object) -> ApiRule:
    """What members do about the ground's evening, for themselves."""
    about = lambda g: {"pk": g.evening.pk, **extra}  # noqa: E731
    return ApiRule("POST", MEMBERS, PLAY, about, sees=SEES_EVENING, data=data, visitors=False)


API: dict[str, ApiRule] = {
    "me": ApiRule("GET", MEMBERS, READ, visitors=False),
    # What the board announces
    "announcements": read(),
    "announcement": read(of_announcement, sees=SEES_ANNOUNCEMENT),
    "announce": ApiRule("POST", Right.CLUB_ADMIN, ADMIN, visitors=False, data=lambda g: {"title": "From afar"}),
    "withdraw": ApiRule("POST", Right.CLUB_ADMIN, ADMIN, of_announcement, sees=SEES_ANNOUNCEMENT, visitors=False),
    # Warbands
    "warbands": read(),
    "warband": read(of_warband),
    "problems": read(of_warband),
    "file": read(of_warband),
    "journal": read(of_warband),
    "warband_then": read(lambda g: {"pk": g.warband.pk, "number": 1}),
    "take_step": keeps(NOTE),
    "undo": keeps({}),
    "found_warband": ApiRule("POST", MEMBERS, PLAY, visitors=False),
    "take_in_warband": ApiRule("POST", MEMBERS, PLAY, visitors=False),
    # The rules
    "rules": read(),
    "races": read(),
    "items": read(),
    "skills": read(),
    "mercenaries": read(),
    "worth": read(),
    "odds": read(),
    "rulings": read(lambda g: {"game": "musg"}, sees=EVERYBODY_SEES),
    "ruling": read(lambda g: {"game": "musg", "number": "M33"}, sees=EVERYBODY_SEES),
    # Campaigns: people, rounds, battles, aftermaths
    "campaigns": read(),
    "campaign": read(of_campaign),
    "campaign_members": read(of_campaign),
    "campaign_rounds": read(of_campaign),
    "campaign_battles": read(of_campaign),
    "campaign_standings": read(of_campaign),
    "campaign_chronicle": read(of_campaign),
    "campaign_battle": read(of_battle("reported")),
    "battle_replay": read(of_battle("resolved")),
    "battle_receipt": read(of_battle("resolved")),
    "battle_aftermath": read(of_aftermath("fought")),
    "aftermath_receipt": read(of_aftermath("past")),
    "schedule_battle": in_battle(PART, of_campaign, {"warbands": []}),
    "cancel_battle": in_battle(PART, of_battle("ahead")),
    "report_battle": in_battle(PART, of_battle("ahead"), {"report": {}}),
    "count_report": in_battle(PART, of_battle("ahead"), {"report": {}}),
    "confirm_report": ApiRule("POST", FIGHTERS, PLAY, of_battle("reported"), visitors=False),
    "dispute_report": ApiRule(
        "POST", FIGHTERS, PLAY, of_battle("reported"), visitors=False, data=lambda g: {"text": "No."}
    ),
    "settle_report": ApiRule("POST", REFEREES, REFEREE, of_battle("reported"), visitors=False),
    "roll_aftermaths": ApiRule("POST", REFEREES, REFEREE, of_battle("fought"), visitors=False),
    "choose_dice": rolls({"mode": "typed", "because": "Asked to."}),
    "type_faces": rolls({"faces": [1], "because": "Asked to."}),
    "take_back_roll": rolls(),
    "call_off_roll": rolls(),
    "retry_roll": rolls(),
    # Musg battles played at the site
    "played_battles": read(),
    "played_battle": read(of_match("fighting")),
    "played_ground": read(of_match("fighting")),
    "playable_warbands": ApiRule("GET", MEMBERS, READ, visitors=False),
    "figure_reach": ApiRule("GET", FIGHTERS, READ, lambda g: {"pk": g.fighting.pk, "figure": 0}, visitors=False),
    "figure_way": ApiRule("GET", FIGHTERS, READ, of_match("fighting"), visitors=False, data=lambda g: {"x": 9, "y": 9}),
    "play_bot": ApiRule("POST", MEMBERS, PLAY, visitors=False, data=lambda g: {"mine": "ready:nobody"}),
    "decide_in_battle": fighting(FIGHTERS, {"code": "nothing"}),
    "take_back_decision": fighting(FIGHTERS),
    "answer_standing": fighting(FIGHTERS, {"answers": {"pulp": "never"}}),
    "step_aside": fighting(FIGHTERS),
    "come_back": fighting(FIGHTERS),
    "replace_by_bot": fighting(FIGHTERS),
    "break_off": fighting(FIGHTERS),
    "stop_battle": ApiRule("POST", REFEREES, REFEREE, of_match("fighting"), visitors=False),
    "battle_entry": read(of_battle("dated")),
    "propose_battle": ApiRule("POST", FIGHTERS, PLAY, of_battle("dated"), visitors=False),
    # The ground's single game is the referee's, too, whose other warband waits for its leader.
    "agree_to_play": ApiRule(
        "POST",
        KEEPERS,
        PLAY,
        lambda g: {"slug": g.game.campaign.slug, "pk": g.game.pk},
        visitors=False,
        data=lambda g: {"lead_1": "me"},
    ),
    "call_off_playing": in_battle(PART, of_battle("dated")),
    # Card games: seasons, matches, tables
    "seasons": read(),
    "season": read(of_season),
    "season_standings": read(of_season),
    "ratings": read(lambda g: {"game": g.season.game}, sees=EVERYBODY_SEES),
    "matches": read(),
    "match": read(of_match("live")),
    "new_match": ApiRule("POST", MEMBERS, PLAY, visitors=False, data=lambda g: {"game": "bagarre", "players": []}),
    "enter": of_pad("live", PART, data=lambda g: {"entry": {"kind": "nothing"}, "client_id": "c"}),
    "undo_entry": of_pad("live", PART),
    "finish_match": of_pad("live", PART),
    "reopen_match": of_pad("finished", PART),
    "confirm_match": ApiRule("POST", FIGHTERS, PLAY, of_match("finished"), visitors=False),
    "dispute_match": ApiRule(
        "POST", FIGHTERS, PLAY, of_match("finished"), visitors=False, data=lambda g: {"text": "No."}
    ),
    "settle_match": ApiRule("POST", REFEREES, REFEREE, of_match("finished"), visitors=False),
    "tables": ApiRule("GET", MEMBERS, READ, visitors=False),
    "table": at_table("GET", "table", MEMBERS, READ),
    "new_table": ApiRule("POST", MEMBERS, PLAY, visitors=False, data=lambda g: {"game": "bagarre", "open": 1}),
    "sit_down": at_table("POST", "gathering", MEMBERS, PLAY, data=lambda g: {"seat": 2}),
    "get_up": at_table("POST", "gathering", FIGHTERS, PLAY),
    "fill_seat": at_table("POST", "gathering", Right.OWNER, PLAY, data=lambda g: {"seat": 2, "bot": "thumb"}),
    "deal": at_table("POST", "gathering", FIGHTERS, PLAY),
    "decide": at_table("POST", "table", FIGHTERS, PLAY, data=lambda g: {"code": "nothing"}),
    "resign": at_table("POST", "table", FIGHTERS, PLAY),
    "stream": read(lambda g: {"kind": "battle", "pk": g.reported.pk}),
    "members": ApiRule("GET", MEMBERS, READ, visitors=False),
    "member": read(lambda g: {"pk": g.warband.owner_id}, sees=EVERYBODY_SEES),
    # Evenings
    "evenings": read(),
    "evening": read(lambda g: {"pk": g.evening.pk}, sees=SEES_EVENING),
    "answer_evening": at_evening(data=lambda g: {"answer": "yes"}),
    "join_game": at_evening(number=1),
    "leave_game": at_evening(number=1),
}
"""By the name of the operation."""

WAYS = {"api-root": "nothing is there (tests/club/api/test_door.py)"}
"""Addresses that ninja adds of its own."""
