"""The access table: who may do what at every address of the site, one line per address.

A line says what the address is about and who may read (GET) and who may act (POST) there. From it follow all
statuses: who may not even see the object gets 404, who sees it without the right 403, a visitor who sees it is
sent to log in, an address that takes no such method answers 405.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from campaigns.league.digest import token_of
from campaigns.wars.powers.views import KINDS as POWERS
from club.streams.kinds import Watched
from club.streams.tickets import issue
from club.visibility import Visibility
from rosters.sheets.code import Printed
from tests.club.streams.kit import logged_in
from tests.factories.battles import LEADER
from tests.factories.convoys import CAR
from tests.web.cast import As, Ground

V, M, A, P, O, R, C = As.VISITOR, As.MEMBER, As.APPLICANT, As.PLAYER, As.OWNER, As.REFEREE, As.ADMIN  # noqa: E741


class Right(Enum):
    """Sets of roles. Whoever is in one still has to see the object."""

    ALL = frozenset(As)
    MEMBERS = frozenset({M, A, P, O, R, C})
    JOINED = frozenset({A, P, O, R})
    """Has a membership in the campaign, be it one that waits to be let in."""
    PART = frozenset({P, O, R})
    """Plays in the campaign or referees it; in a battle between the two warbands, everybody concerned."""
    FIGHTERS = frozenset({P, O})
    CHALLENGER = frozenset({P})
    """Who dared the owner's warband."""
    KEEPERS = frozenset({O, R})
    """Who may change the owner's enlisted warband."""
    OWNER = frozenset({O})
    REFEREE = frozenset({R})
    CLUB_ADMIN = frozenset({C})
    HOSTS = frozenset({O, C})
    """Who announced the ground's evening, and the club admin."""
    TYPISTS = frozenset({R, C})
    """Who added the ground's card set, and the club admin."""
    NOBODY = frozenset[As]()
    """The address takes no such method."""


SEES = {
    Visibility.PUBLIC.value: Right.ALL.value,
    Visibility.CLUB.value: Right.MEMBERS.value,
    Visibility.PRIVATE.value: frozenset({P, O, R, C}),
}
"""Who sees an object that stands in a campaign, by the campaign's visibility."""
SEES_ANNOUNCEMENT = SEES | {Visibility.PRIVATE.value: Right.CLUB_ADMIN.value}
"""Who reads one to everybody, to members, or still to come."""
SEES_ALONE = SEES | {Visibility.PRIVATE.value: frozenset({O, C})}
"""Who sees a warband that serves in no campaign."""

SEES_ASKED = SEES | {Visibility.PRIVATE.value: frozenset({A, P, O, R, C})}
"""Who may hear of a campaign's existence when it is about taking a request back."""

SEES_GUESTS = {visibility: readers | {V} for visibility, readers in SEES.items()}
"""Who knows of a guest: whoever reads a match the guest played in; a visitor is asked to log in first."""

SEES_OWN = dict.fromkeys(SEES, frozenset({O, V}))
"""Who sees what is the owner's alone; a visitor is asked to log in first."""

SEES_BOOKLET = dict.fromkeys(SEES, Right.KEEPERS.value)
"""Who learns of a booklet made for the owner: the owner and the referee."""

SEES_TABLE = dict.fromkeys(SEES, Right.MEMBERS.value) | {Visibility.PRIVATE.value: frozenset({P, O, C})}
"""Who sees a card table: all members, or where only the seated may look on, they and the club admin."""

SEES_PACK = dict.fromkeys(SEES, Right.ALL.value) | {Visibility.PRIVATE.value: frozenset({V, O, C})}
"""Who sees a pack: all members, or its owner and the club admin; a visitor is asked to log in first."""

Kwargs = Callable[[Ground], Mapping[str, object]]


@dataclass(frozen=True)
class Rule:
    """One line of the table. ``about`` gives the address its object; without one the page belongs to the site."""

    get: Right
    post: Right = Right.NOBODY
    about: Kwargs | None = None
    sees: Mapping[str, frozenset[As]] = field(default_factory=lambda: SEES)
    data: Callable[[Ground], Mapping[str, object]] = lambda ground: {}
    """What is posted: nothing, unless the address says nothing useful to nothing."""

    leads_elsewhere: bool = False
    """Whoever may read it is led to another page."""

    def may(self, method: str) -> Right:
        return self.post if method == "POST" else self.get


@dataclass(frozen=True)
class Door:
    """A page of the accounts or the operator: the statuses of a visitor, then of anybody logged in, by GET and POST."""

    get: tuple[int, int]
    post: tuple[int, int]
    kwargs: Mapping[str, str] = field(default_factory=dict)


def campaign(get: Right, post: Right = Right.NOBODY, **more: object) -> Rule:
    return Rule(get, post, about=lambda ground: {"slug": ground.campaign.slug}, **more)  # type: ignore[arg-type]


def below(about: Kwargs, get: Right, post: Right = Right.NOBODY, **more: object) -> Rule:
    """An address below a campaign's."""
    return Rule(get, post, about=lambda g: {"slug": g.campaign.slug, **about(g)}, **more)  # type: ignore[arg-type]


def pack(get: Right, post: Right = Right.NOBODY, **more: object) -> Rule:
    """An address of the owner's pack: visitors are asked to log in, whoever has no part in it knows nothing of it."""
    return Rule(get, post, about=lambda g: {"pk": g.pack.pack_id, **more}, sees=SEES_PACK)


def battle(name: str, get: Right, post: Right = Right.NOBODY, **more: object) -> Rule:
    return below(lambda ground: {"pk": getattr(ground, name).pk}, get, post, **more)


def challenge(get: Right, post: Right = Right.NOBODY) -> Rule:
    """An address of the challenge that the player sent the owner."""
    return below(lambda ground: {"pk": ground.challenge.pk}, get, post)


def booklet(get: Right, post: Right = Right.NOBODY) -> Rule:
    """An address of the booklet that was made for the owner."""
    return below(lambda ground: {"pk": ground.booklet.pk}, get, post, sees=SEES_BOOKLET)


def game(get: Right, post: Right = Right.NOBODY, *, about: Kwargs = lambda g: {}, **more: object) -> Rule:
    """An address of the ground's single game, hosted by the referee; owner and player joined it."""
    return Rule(get, post, about=lambda g: {"slug": g.game.campaign.slug, **about(g)}, **more)  # type: ignore[arg-type]


def correction(get: Right, post: Right = Right.NOBODY) -> Rule:
    return below(lambda ground: {"pk": ground.correction.pk}, get, post)


def recovery(name: str, get: Right, post: Right = Right.NOBODY) -> Rule:
    """An address below the aftermath of the owner's warband."""
    return below(lambda g: {"pk": getattr(g, name).pk, "warband": g.warband.pk}, get, post)


def match(name: str, get: Right, post: Right = Right.NOBODY, **more: object) -> Rule:
    """An address of a match in the ground's season; ``extra`` are its other parts."""
    extra = more.pop("extra", {})
    return Rule(get, post, about=lambda g: {"pk": getattr(g, name).pk, **extra}, **more)  # type: ignore[arg-type,dict-item]


def warband(get: Right, post: Right = Right.NOBODY, *, name: str = "warband", **more: object) -> Rule:
    extra = more.pop("extra", {})
    return Rule(get, post, about=lambda g: {"pk": getattr(g, name).pk, **extra}, **more)  # type: ignore[arg-type,dict-item]


def table(name: str, get: Right, post: Right = Right.NOBODY) -> Rule:
    """An address of a card table, at which the owner and the player sit."""
    return Rule(get, post, about=lambda g: {"pk": getattr(g, name).pk}, sees=SEES_TABLE)


def fighting(get: Right, post: Right = Right.NOBODY, **more: object) -> Rule:
    """An address of the battle that the owner and the player play at the site."""
    return Rule(get, post, about=lambda g: {"pk": g.fighting.pk, **more})


def place(name: str, get: Right, post: Right = Right.NOBODY) -> Rule:
    """An address of a place of the club's, or of a table there: that there are such is no secret."""
    seen = dict.fromkeys(SEES, Right.ALL.value)
    return Rule(get, post, about=lambda g: {"pk": getattr(g, name).pk}, sees=seen)


EVERYBODY_SEES = dict.fromkeys(SEES, Right.ALL.value)
"""That there is such a page is no secret."""


def hook(name: str, get: Right, post: Right = Right.NOBODY, **more: object) -> Rule:
    """An address of one of the club's hooks."""
    return Rule(get, post, about=lambda g: {"pk": getattr(g, name).pk, **more}, sees=EVERYBODY_SEES)


SEES_EVENING = {Visibility.PUBLIC.value: Right.ALL.value, **dict.fromkeys(("club", "private"), Right.MEMBERS.value)}
"""Who sees an evening: all members, and visitors where everybody may come."""

SEES_DOOR = {**dict.fromkeys(("public", "club"), Right.ALL.value), Visibility.PRIVATE.value: Right.NOBODY.value}
"""Whoever has the link; nobody where only members come."""


def evening(get: Right, post: Right = Right.NOBODY, **more: object) -> Rule:
    """An address of the ground's evening, which the owner announced; ``extra`` are its other parts."""
    extra = more.pop("extra", {})
    return Rule(get, post, about=lambda g: {"pk": g.evening.pk, **extra}, sees=SEES_EVENING, **more)  # type: ignore[arg-type,dict-item]


STRANGERS = {Visibility.PUBLIC.value: Right.ALL.value, **dict.fromkeys(("club", "private"), Right.NOBODY.value)}
"""Who sees what stands on other sites: whoever asks is answered as a stranger."""


def elsewhere(about: Kwargs) -> Rule:
    return Rule(Right.ALL, about=about, sees=STRANGERS)


def seats(get: Right, post: Right = Right.NOBODY) -> Rule:
    """An address of the game that the owner offers there."""
    return evening(get, post, extra={"number": 1})


def announcement(get: Right, post: Right = Right.NOBODY, **more: object) -> Rule:
    """An address of an announcement: to everybody, to members, or still to come."""
    seen = {"sees": dict.fromkeys(SEES, Right.ALL.value), **more}
    return Rule(get, post, about=lambda g: {"pk": g.announcement.pk}, **seen)  # type: ignore[arg-type]


def balance(get: Right, post: Right = Right.NOBODY) -> Rule:
    return Rule(get, post, about=lambda g: {"game": "bagarre"}, sees=dict.fromkeys(SEES, Right.ALL.value))


ALL, MEMBERS, JOINED, PART = Right.ALL, Right.MEMBERS, Right.JOINED, Right.PART
FIGHTERS, KEEPERS, OWNER, REFEREE, CLUB_ADMIN = (
    Right.FIGHTERS, Right.KEEPERS, Right.OWNER, Right.REFEREE, Right.CLUB_ADMIN,
)  # fmt: skip
NOBODY, TYPISTS, HOSTS = Right.NOBODY, Right.TYPISTS, Right.HOSTS

TABLE: dict[str, Rule] = {
    # The club's own pages
    "healthz": Rule(ALL),
    # Whoever holds a page's ticket, which its view signed for its reader, may ask whether the page has changed.
    "live": Rule(
        ALL,
        about=lambda g: {"ticket": issue((Watched("pad", (g.live.pk,)),), **logged_in(g.warband.owner)).address()[6:]},
        sees=dict.fromkeys(SEES, ALL.value),
    ),
    "club:home": Rule(ALL),
    "club:about": Rule(ALL),
    "club:search": Rule(ALL),
    "club:profile": Rule(MEMBERS, MEMBERS),
    "club:channels": Rule(MEMBERS, MEMBERS),
    "api": Rule(ALL),
    "openapi": Rule(ALL),
    "club:tokens": Rule(MEMBERS),
    "club:tokens_revoke": Rule(NOBODY, MEMBERS),
    "club:open_notices": Rule(MEMBERS),
    "club:own_data": Rule(MEMBERS),
    "club:close": Rule(MEMBERS, MEMBERS),
    "club:settings": Rule(CLUB_ADMIN, CLUB_ADMIN),
    "club:poster": Rule(CLUB_ADMIN),
    # For crawlers and other sites: everybody is a stranger here, whoever asks
    "found:robots": Rule(ALL),
    "found:security": Rule(ALL),
    "found:sitemap": Rule(ALL),
    "found:sitemap_part": Rule(ALL, about=lambda g: {"section": "warbands"}, sees=dict.fromkeys(SEES, ALL.value)),
    "found:embed": elsewhere(lambda g: {"kind": "standings", "key": g.campaign.slug}),
    "found:embed season": elsewhere(lambda g: {"kind": "results", "key": g.season.slug}),
    "found:embed evening": elsewhere(lambda g: {"kind": "evening", "key": g.evening.pk}),
    "found:share": elsewhere(lambda g: {"subject": "campaign", "key": g.campaign.slug}),
    "found:feed": Rule(ALL, about=lambda g: {"kind": "announcements"}, sees=dict.fromkeys(SEES, ALL.value)),
    "found:feed_of": elsewhere(lambda g: {"kind": "results", "key": g.campaign.slug}),
    "found:feed_of season": elsewhere(lambda g: {"kind": "results", "key": g.season.slug}),
    "found:card": elsewhere(lambda g: {"kind": "standings", "key": g.campaign.slug}),
    "found:card warband": elsewhere(lambda g: {"kind": "warband", "key": g.warband.pk}),
    "found:card evening": elsewhere(lambda g: {"kind": "evening", "key": g.evening.pk}),
    # Calendars: that of the club is the same for all; who may read a campaign has its own
    "evenings:calendar": Rule(ALL),
    "evenings:evening_calendar": evening(ALL),
    "campaigns:calendar": campaign(ALL),
    "campaigns:calendar_page": campaign(ALL),
    "campaigns:battle_calendar": battle("dated", ALL),
    "campaigns:calendars": Rule(MEMBERS),
    "campaigns:calendar_renew": Rule(NOBODY, MEMBERS),
    "campaigns:calendar_drop": Rule(NOBODY, MEMBERS),
    "campaigns:calendar_secret": Rule(
        ALL, about=lambda g: {"key": g.calendar_key.key}, sees=dict.fromkeys(SEES, Right.ALL.value)
    ),
    "campaigns:calendar_secret_campaign": below(
        lambda g: {"key": g.calendar_key.key}, ALL, sees=dict.fromkeys(SEES, Right.ALL.value)
    ),
    "club:page": Rule(ALL),
    "club:page_edit": Rule(CLUB_ADMIN, CLUB_ADMIN),
    "club:announcements": Rule(ALL),
    "club:announcement_new": Rule(CLUB_ADMIN, CLUB_ADMIN),
    "club:announcement": announcement(ALL, sees=SEES_ANNOUNCEMENT),
    "club:announcement_change": announcement(CLUB_ADMIN, CLUB_ADMIN),
    "club:announcement_withdraw": announcement(NOBODY, CLUB_ADMIN),
    "club:places": Rule(CLUB_ADMIN),
    "club:place_new": Rule(CLUB_ADMIN, CLUB_ADMIN),
    "club:place": place("place", CLUB_ADMIN, CLUB_ADMIN),
    "club:place_retire": place("place", NOBODY, CLUB_ADMIN),
    "club:table_new": place("place", CLUB_ADMIN, CLUB_ADMIN),
    "club:table": place("furniture", CLUB_ADMIN, CLUB_ADMIN),
    "club:table_retire": place("furniture", NOBODY, CLUB_ADMIN),
    "club:hooks": Rule(CLUB_ADMIN),
    "club:hook_new": Rule(CLUB_ADMIN, CLUB_ADMIN, about=lambda g: {"kind": "webhook"}, sees=EVERYBODY_SEES),
    "club:hook": hook("club_hook", CLUB_ADMIN, CLUB_ADMIN),
    "club:hook_act": hook("club_hook", NOBODY, CLUB_ADMIN, what="off"),
    "club:hook_again": Rule(
        NOBODY,
        CLUB_ADMIN,
        about=lambda g: {"pk": g.club_hook.pk, "delivery": g.club_hook.deliveries.all()[0].pk},
        sees=EVERYBODY_SEES,
    ),
    # The demo's own: elsewhere there is no such page.
    "club:hook_arrivals": Rule(ALL, ALL, about=lambda g: {}, sees=dict.fromkeys(SEES, NOBODY.value)),
    "club:first_steps": Rule(NOBODY, MEMBERS, data=lambda g: {"key": "club"}),
    "club:set_language": Rule(NOBODY, ALL),
    "club:outbox": Rule(ALL),
    "club:paper": Rule(NOBODY, ALL),
    "club:worker": Rule(ALL),
    "club:manifest": Rule(ALL),
    "club:favicon": Rule(ALL, leads_elsewhere=True),
    "club:offline": Rule(ALL),
    "club:offline_mine": Rule(MEMBERS),
    "club:go": Rule(
        MEMBERS,
        about=lambda g: {"word": "warband"},
        sees=dict.fromkeys(SEES, ALL.value),
        leads_elsewhere=True,
    ),
    "club:set_appearance": Rule(NOBODY, ALL),
    # News: each member's own.
    "campaigns:news": Rule(MEMBERS),
    "campaigns:news_read": Rule(NOBODY, MEMBERS),
    "campaigns:news_open": Rule(
        OWNER,
        about=lambda g: {"pk": g.warband.owner.news.filter(campaign=g.campaign)[0].pk},
        sees=SEES_OWN,
        leads_elsewhere=True,
    ),
    "campaigns:news_off": Rule(
        ALL, ALL, about=lambda g: {"token": token_of(g.warband.owner)}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    # When a member cannot play: each one's own.
    "campaigns:availability": Rule(MEMBERS, MEMBERS),
    "campaigns:away": Rule(NOBODY, MEMBERS),
    "campaigns:away_back": Rule(
        NOBODY, OWNER, about=lambda g: {"pk": g.warband.owner.absences.latest("pk").pk}, sees=SEES_OWN
    ),
    # How the rules are read
    "club:rulings": Rule(ALL, about=lambda g: {"game": "musg"}, sees=dict.fromkeys(SEES, ALL.value)),
    "club:ruling": Rule(ALL, about=lambda g: {"game": "bagarre", "number": "B41"}, sees=dict.fromkeys(SEES, ALL.value)),
    # Warbands
    "rosters:catalogue": Rule(ALL),
    "rosters:worth": Rule(ALL),
    "campaigns:scenarios": Rule(ALL),
    "campaigns:scenario": Rule(ALL, about=lambda g: {"code": "treasure"}, sees=dict.fromkeys(SEES, ALL.value)),
    "rosters:module": Rule(ALL, about=lambda g: {"code": "vehicles"}, sees=dict.fromkeys(SEES, ALL.value)),
    # The figures it is asked about are read by those who may read their warbands: tests/rosters/test_odds_page.py.
    "rosters:odds": Rule(ALL),
    "rosters:list": Rule(ALL),
    "rosters:new": Rule(MEMBERS, MEMBERS),
    "rosters:import": Rule(MEMBERS, MEMBERS),
    "rosters:roster": warband(ALL),
    "rosters:roster alone": warband(ALL, name="alone", sees=SEES_ALONE),
    "rosters:export alone": warband(ALL, name="alone", sees=SEES_ALONE),
    "rosters:builder": warband(KEEPERS, name="draft"),
    "rosters:start": warband(NOBODY, OWNER, name="draft"),
    "rosters:outfit": warband(NOBODY, OWNER, name="draft"),
    "rosters:journal": warband(ALL),
    # Every kind of step has the same address; a referee's word is a referee's alone.
    "rosters:shop": warband(KEEPERS, KEEPERS),
    "rosters:hire": warband(KEEPERS, KEEPERS),
    "rosters:step": warband(KEEPERS, KEEPERS, extra={"kind": "engage"}),
    **{f"rosters:step {kind}": warband(REFEREE, REFEREE, extra={"kind": kind}) for kind in sorted(POWERS - {"rename"})},
    "rosters:undo": warband(NOBODY, KEEPERS),
    "rosters:take_back": warband(NOBODY, KEEPERS, extra={"number": 1}),
    "rosters:visibility": warband(NOBODY, OWNER),
    "rosters:figure": warband(ALL, extra={"number": LEADER}),
    "rosters:vehicle": warband(ALL, name="convoy", sees=SEES_ALONE, extra={"number": CAR}),
    "rosters:sheet": warband(ALL),
    "rosters:sheet_pdf": warband(ALL),
    "rosters:cards_pdf": warband(ALL),
    "rosters:portrait": warband(KEEPERS, KEEPERS, extra={"number": 0}),
    "rosters:picture": warband(ALL, extra={"number": 0}),
    "rosters:portrait_remove": warband(NOBODY, KEEPERS, extra={"number": 0}),
    "rosters:paper": Rule(ALL),
    "rosters:returned_enter": Rule(ALL),
    "rosters:returned": Rule(
        ALL, about=lambda g: {"code": Printed(g.warband.pk, 0).code}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "rosters:tokens_pdf": Rule(ALL),
    "rosters:templates_pdf": Rule(ALL, about=lambda g: {"scale": "inch"}, sees=dict.fromkeys(SEES, ALL.value)),
    "rosters:modules_pdf": Rule(ALL),
    "rosters:table_pdf": Rule(ALL, about=lambda g: {"first": g.warband.pk, "second": g.convoy.pk}, sees=SEES_ALONE),
    "rosters:blank_sheet": Rule(ALL, about=lambda g: {"race": "human"}, sees=dict.fromkeys(SEES, ALL.value)),
    "rosters:blank_cards": Rule(ALL, about=lambda g: {"race": "human"}, sees=dict.fromkeys(SEES, ALL.value)),
    "rosters:export": warband(ALL),
    "rosters:copy": warband(MEMBERS, MEMBERS),
    # Campaigns
    "campaigns:list": Rule(ALL),
    "campaigns:new": Rule(MEMBERS, MEMBERS),
    "campaigns:join": Rule(ALL, ALL),
    # Who holds the link may join: that is what it is for. It tells the campaign's name, whatever its visibility.
    "campaigns:join_link": Rule(
        ALL, ALL, about=lambda g: {"code": g.campaign.join_code}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:campaign": campaign(ALL),
    "campaigns:settings": campaign(REFEREE, REFEREE),
    "campaigns:renew_code": campaign(NOBODY, REFEREE),
    "campaigns:people": campaign(ALL),
    "campaigns:add_members": campaign(NOBODY, REFEREE),
    "campaigns:change_member": below(
        lambda g: {"pk": g.applicant.pk}, NOBODY, REFEREE, data=lambda g: {"action": "approve"}
    ),
    "campaigns:apply": campaign(NOBODY, MEMBERS),
    # Who waits to be let into a private campaign does not read it, but takes the request back.
    "campaigns:leave": campaign(NOBODY, JOINED, sees=SEES | {"private": SEES["private"] | {A}}),
    "campaigns:enlist": campaign(PART, PART),
    # A warband that brought steps from elsewhere: its owner asked for it to be taken in.
    "campaigns:enlist_request": below(lambda g: {"pk": g.foreign.pk}, KEEPERS),
    "campaigns:enlist_accept": below(lambda g: {"pk": g.foreign.pk}, NOBODY, REFEREE),
    "campaigns:enlist_decline": below(lambda g: {"pk": g.foreign.pk}, NOBODY, KEEPERS),
    "campaigns:withdraw": below(lambda g: {"pk": g.warband.pk}, NOBODY, KEEPERS),
    "campaigns:standings": campaign(ALL),
    "campaigns:booklets": campaign(MEMBERS, MEMBERS),
    "campaigns:booklets_status": campaign(MEMBERS),
    "campaigns:booklet": booklet(KEEPERS),
    "campaigns:booklet_call_off": booklet(NOBODY, OWNER),
    "campaigns:booklet_retry": booklet(NOBODY, OWNER),
    "campaigns:booklet_throw_away": booklet(NOBODY, OWNER),
    "campaigns:chronicle": campaign(ALL),
    "campaigns:rounds": campaign(ALL, REFEREE),
    "campaigns:change_round": below(lambda g: {"number": g.round.number}, NOBODY, REFEREE),
    "campaigns:pairing": below(lambda g: {"number": g.round.number}, REFEREE, REFEREE),
    "campaigns:pairing_draw": below(lambda g: {"number": g.round.number}, REFEREE),
    "campaigns:dashboard": campaign(REFEREE, REFEREE),
    "campaigns:powers": campaign(REFEREE),
    "campaigns:power": below(lambda g: {"kind": "copy"}, NOBODY, REFEREE),
    "campaigns:power lock": below(lambda g: {"kind": "lock_round"}, NOBODY, REFEREE),
    "campaigns:power season": Rule(NOBODY, REFEREE, about=lambda g: {"slug": g.season.slug, "kind": "share"}),
    "campaigns:acts": campaign(ALL),
    "campaigns:hooks": campaign(REFEREE),
    "campaigns:hook_new": below(lambda g: {"kind": "webhook"}, REFEREE, REFEREE),
    "campaigns:hook": below(lambda g: {"pk": g.hook.pk}, REFEREE, REFEREE),
    "campaigns:hook_act": below(lambda g: {"pk": g.hook.pk, "what": "off"}, NOBODY, REFEREE),
    "campaigns:hook_again": below(
        lambda g: {"pk": g.hook.pk, "delivery": g.hook.deliveries.all()[0].pk}, NOBODY, REFEREE
    ),
    "campaigns:warband_powers": below(lambda g: {"warband": g.warband.pk}, REFEREE),
    **{
        f"campaigns:warband_power {kind}": below(
            lambda g, kind=kind: {"warband": g.warband.pk, "kind": kind}, NOBODY, REFEREE
        )
        for kind in sorted(POWERS)
    },
    "campaigns:desk": campaign(REFEREE),
    "campaigns:projector": campaign(REFEREE),
    "campaigns:desk_step": below(lambda g: {"step": "roll_all"}, NOBODY, REFEREE),
    "campaigns:odds_status": below(lambda g: {"pk": g.odds.pk}, REFEREE),
    "campaigns:hireables": campaign(ALL),
    "campaigns:hire": below(
        lambda g: {"pk": g.hireable.pk}, NOBODY, KEEPERS, data=lambda g: {"warband": str(g.warband.pk)}
    ),
    "campaigns:schedule": campaign(PART, PART),
    "campaigns:own_scenarios": campaign(ALL),
    "campaigns:own_scenario_new": campaign(REFEREE, REFEREE),
    "campaigns:own_scenario": below(lambda g: {"pk": g.scenario.pk}, ALL),
    "campaigns:own_scenario_edit": below(lambda g: {"pk": g.scenario.pk}, REFEREE, REFEREE),
    "campaigns:own_scenario_drop": below(lambda g: {"pk": g.scenario.pk}, NOBODY, REFEREE),
    "campaigns:player": Rule(ALL, about=lambda g: {"pk": g.warband.owner_id}, sees=dict.fromkeys(SEES, ALL.value)),
    # Single games
    "campaigns:singles": Rule(ALL),
    "campaigns:single_new": Rule(MEMBERS, MEMBERS),
    "campaigns:single_bring": game(PART, PART, leads_elsewhere=True),
    "campaigns:single_take_out": game(NOBODY, PART, about=lambda g: {"pk": g.game.sides.get(seat=1).warband_id}),
    "campaigns:single_alone": game(NOBODY, REFEREE),
    "campaigns:single_swap": game(NOBODY, REFEREE),
    "campaigns:single_change": game(PART, PART),
    # Battles
    "campaigns:battle": battle("reported", ALL),
    "campaigns:battle single": game(ALL, about=lambda g: {"pk": g.game.pk}),
    "campaigns:campaign single": game(ALL, leads_elsewhere=True),
    "campaigns:battle_edit": battle("ahead", PART, PART),
    "campaigns:cancel": battle("ahead", NOBODY, PART),
    "campaigns:round_deadline": below(lambda g: {"number": g.round.number}, REFEREE, REFEREE),
    "campaigns:challenge_new": campaign(PART, PART),
    "campaigns:challenge": challenge(PART),
    "campaigns:challenge_accept": challenge(NOBODY, OWNER),
    "campaigns:challenge_decline": challenge(NOBODY, OWNER),
    "campaigns:challenge_withdraw": challenge(NOBODY, Right.CHALLENGER),
    "campaigns:dates": battle("ahead", PART, FIGHTERS),
    "campaigns:date_accept": battle("ahead", NOBODY, FIGHTERS),
    "campaigns:date_decline": battle("ahead", NOBODY, FIGHTERS),
    "campaigns:report": battle("ahead", PART, PART),
    "campaigns:evening": battle("ahead", ALL),
    "campaigns:evening_begin": battle("ahead", PART, PART, leads_elsewhere=True),
    "campaigns:evening_enter": battle("ahead", NOBODY, PART),
    "campaigns:evening_take_back": battle("ahead", NOBODY, PART),
    "campaigns:evening_throw_away": battle("ahead", NOBODY, PART),
    "campaigns:evening_receipt": battle("ahead", ALL),
    "campaigns:tally": recovery("ahead", NOBODY, KEEPERS),
    "campaigns:crews": recovery("ahead", KEEPERS, KEEPERS),
    "campaigns:report_tally": battle("ahead", NOBODY, PART),
    "campaigns:confirm": battle("reported", NOBODY, FIGHTERS),
    "campaigns:dispute": battle("reported", FIGHTERS, FIGHTERS),
    "campaigns:settle": battle("reported", NOBODY, REFEREE),
    "campaigns:aftermath_all": battle("fought", NOBODY, REFEREE),
    "campaigns:aftermath": recovery("fought", ALL),
    "campaigns:aftermath_begin": recovery("fought", NOBODY, KEEPERS),
    "campaigns:aftermath_die": recovery("fought", NOBODY, KEEPERS),
    "campaigns:corrections": campaign(REFEREE),
    "campaigns:correct_step": below(lambda g: {"warband": g.warband.pk, "number": 1}, REFEREE, REFEREE),
    "campaigns:correct_forgotten": campaign(REFEREE, REFEREE),
    "campaigns:correct_battle": battle("past", REFEREE, REFEREE),
    "campaigns:call_off_round": below(lambda g: {"number": g.round.number}, NOBODY, REFEREE),
    "campaigns:correction": correction(REFEREE),
    "campaigns:correction_decide": correction(NOBODY, REFEREE),
    "campaigns:correction_leave_out": correction(NOBODY, REFEREE),
    "campaigns:correction_drop": correction(NOBODY, REFEREE),
    "campaigns:correction_take_back": correction(NOBODY, REFEREE),
    "campaigns:correction_receipt": below(lambda g: {"pk": g.settled.pk}, ALL),
    "campaigns:correction_dice": below(lambda g: {"pk": g.correction.pk, "warband": g.warband.pk}, KEEPERS, KEEPERS),
    "campaigns:aftermath_die_back": recovery("fought", NOBODY, KEEPERS),
    "campaigns:aftermath_status": recovery("fought", ALL),
    "campaigns:aftermath_call_off": recovery("fought", NOBODY, KEEPERS),
    "campaigns:aftermath_retry": recovery("fought", NOBODY, KEEPERS),
    "campaigns:receipt": recovery("past", ALL),
    # Battles resolved by the engine
    "campaigns:ground": battle("ahead", PART, PART, data=lambda g: {"action": "add_zone"}),
    "campaigns:ground_map": battle("ahead", NOBODY, PART),
    "campaigns:standing_consent": campaign(NOBODY, PART),
    "campaigns:consent": battle("ahead", NOBODY, FIGHTERS),
    "campaigns:resolve": battle("ahead", NOBODY, PART),
    "campaigns:resolution": battle("ahead", ALL),
    "campaigns:resolution resolved": battle("resolved", ALL),
    "campaigns:resolution_status": battle("resolved", ALL),
    "campaigns:resolution_call_off": battle("ahead", NOBODY, PART),
    "campaigns:resolution_retry": battle("ahead", NOBODY, PART),
    "campaigns:resolution_receipt": battle("resolved", ALL),
    "campaigns:replay": battle("resolved", ALL),
    "campaigns:replay_data": battle("resolved", ALL),
    # Who has the link sees the battle, whatever the campaign's visibility.
    "campaigns:shared_replay": Rule(
        ALL, about=lambda g: {"key": g.resolved.resolution.share}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:shared_replay_data": Rule(
        ALL, about=lambda g: {"key": g.resolved.resolution.share}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:card": battle("resolved", ALL),
    "campaigns:battle_report": battle("past", ALL),
    "campaigns:table_reference": battle("resolved", ALL),
    "campaigns:shared_card": Rule(
        ALL, about=lambda g: {"key": g.resolved.resolution.share}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    # Seasons of the card games, their matches and score pads
    "campaigns:campaign season": Rule(ALL, about=lambda g: {"slug": g.season.slug}),
    "campaigns:people season": Rule(ALL, about=lambda g: {"slug": g.season.slug}),
    "campaigns:settings season": Rule(REFEREE, REFEREE, about=lambda g: {"slug": g.season.slug}),
    "campaigns:dashboard season": Rule(REFEREE, REFEREE, about=lambda g: {"slug": g.season.slug}),
    "campaigns:season_matches": Rule(ALL, about=lambda g: {"slug": g.season.slug}),
    "campaigns:match_list": Rule(ALL),
    "campaigns:match_new": Rule(MEMBERS),
    "campaigns:score_sheet": Rule(ALL, about=lambda g: {"game": "baf"}, sees=dict.fromkeys(SEES, ALL.value)),
    "campaigns:match_open": Rule(
        MEMBERS, MEMBERS, about=lambda g: {"game": "badass_force"}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:match_record": Rule(
        MEMBERS, MEMBERS, about=lambda g: {"game": "bagarre"}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:match": match("live", ALL),
    "campaigns:match finished": match("finished", ALL),
    "campaigns:match_report": match("live", ALL),
    "campaigns:match_edit": match("live", PART, PART),
    "campaigns:match_again": match("finished", NOBODY, PART),
    "campaigns:match_keeper": match("live", NOBODY, PART),
    "campaigns:match_season": match("live", NOBODY, PART),
    "campaigns:match_seat": match("live", NOBODY, PART, extra={"seat": 0}),
    "campaigns:match_cancel": match("live", NOBODY, PART),
    "campaigns:match_bring_back": match("live", PART, PART),
    "campaigns:match_pad": match("live", ALL),
    "campaigns:match_pad_status": match("live", ALL),
    "campaigns:match_enter": match("live", NOBODY, PART),
    "campaigns:match_undo": match("live", NOBODY, PART),
    "campaigns:match_entry": match("live", PART, PART, extra={"number": 1}),
    "campaigns:match_strike": match("live", NOBODY, PART, extra={"number": 1}),
    "campaigns:match_insert": match("live", PART, PART, extra={"number": 1}),
    "campaigns:match_finish": match("live", NOBODY, PART),
    "campaigns:match_reopen": match("finished", NOBODY, PART),
    "campaigns:match_confirm": match("finished", NOBODY, FIGHTERS),
    "campaigns:match_code": match("finished", PART, PART),
    "campaigns:match_dispute": match("finished", FIGHTERS, FIGHTERS),
    "campaigns:match_settle": match("finished", NOBODY, REFEREE),
    "campaigns:match_code_entry": Rule(ALL, ALL),
    # Whoever was read the code at the table may answer: that is what it is for.
    "campaigns:match_by_code": Rule(
        ALL, ALL, about=lambda g: {"code": g.finished.code}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "rosters:packs": Rule(MEMBERS, MEMBERS),
    "campaigns:worth": pack(MEMBERS, MEMBERS, number=1),
    "campaigns:worth_cancel": pack(NOBODY, MEMBERS, number=1),
    "campaigns:worth_retry": pack(NOBODY, MEMBERS, number=1),
    "rosters:pack": pack(MEMBERS),
    "rosters:pack_describe": pack(NOBODY, HOSTS),
    "rosters:pack_share": pack(NOBODY, HOSTS),
    "rosters:pack_publish": pack(NOBODY, HOSTS),
    "rosters:pack_copy": pack(NOBODY, MEMBERS),
    "rosters:pack_remove": pack(NOBODY, HOSTS),
    "rosters:pack_file": pack(MEMBERS),
    "rosters:pack_version": pack(MEMBERS, number=1),
    "rosters:pack_version_file": pack(MEMBERS, number=1),
    "rosters:pack_entry": pack(HOSTS, HOSTS, kind="races"),
    "rosters:pack_preview": pack(NOBODY, HOSTS, kind="races"),
    "rosters:pack_drop": pack(NOBODY, HOSTS, kind="races"),
    "campaigns:house": campaign(ALL),
    "campaigns:house_templates": below(lambda _g: {"scale": "inch"}, ALL),
    "campaigns:house_change": campaign(REFEREE, REFEREE),
    "campaigns:match_cards": Rule(MEMBERS, MEMBERS),
    "campaigns:match_cards_practice": Rule(
        MEMBERS, about=lambda g: {"game": "baf"}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:match_card_set": Rule(
        MEMBERS, TYPISTS, about=lambda g: {"pk": g.cards.pk}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:match_cards_practice_pdf": Rule(
        MEMBERS, about=lambda g: {"game": "baf"}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:match_card_set_pdf": Rule(
        MEMBERS, about=lambda g: {"pk": g.cards.pk}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:match_card_set_file": Rule(
        MEMBERS, about=lambda g: {"pk": g.cards.pk}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:match_card_kind": Rule(
        TYPISTS, TYPISTS, about=lambda g: {"pk": g.cards.pk, "kind": "heroes"}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:match_card_drop": Rule(
        NOBODY, TYPISTS, about=lambda g: {"pk": g.cards.pk, "kind": "heroes"}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:match_card_copy": Rule(
        TYPISTS, TYPISTS, about=lambda g: {"pk": g.cards.pk}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "campaigns:match_card_share": Rule(
        NOBODY, TYPISTS, about=lambda g: {"pk": g.cards.pk}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    # Whoever added the set takes it away; others are told why not.
    "campaigns:match_cards_remove": Rule(
        NOBODY, MEMBERS, about=lambda g: {"pk": g.cards.pk}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    # Standings, ratings, statistics; what they tell is tested in tests/campaigns/seasons
    "campaigns:match_leaderboard": Rule(ALL),
    "campaigns:match_statistics": Rule(ALL),
    "campaigns:match_player": Rule(ALL, about=lambda g: {"pk": g.guest.pk}),
    "campaigns:match_export_csv": Rule(ALL),
    "campaigns:match_export_json": Rule(ALL),
    "campaigns:match_import": Rule(CLUB_ADMIN, CLUB_ADMIN),
    "campaigns:season_standings": Rule(ALL, about=lambda g: {"slug": g.season.slug}),
    "campaigns:season_statistics": Rule(ALL, about=lambda g: {"slug": g.season.slug}),
    "campaigns:season_scheme": Rule(REFEREE, REFEREE, about=lambda g: {"slug": g.season.slug}),
    "campaigns:season_import": Rule(REFEREE, REFEREE, about=lambda g: {"slug": g.season.slug}),
    "campaigns:guests": Rule(MEMBERS),
    "campaigns:change_guest": Rule(
        NOBODY, MEMBERS, about=lambda g: {"pk": g.guest.pk}, sees=SEES_GUESTS, data=lambda g: {"action": "claim"}
    ),
    # Forecasts of a battle
    "campaigns:forecast": battle("ahead", ALL, PART),
    "campaigns:forecast_status": battle("ahead", ALL),
    "campaigns:forecast_cancel": battle("ahead", NOBODY, PART),
    "campaigns:forecast_retry": battle("ahead", NOBODY, PART),
    # Card tables. What their guests may do: tests/campaigns/tables/test_table_pages.py
    # Evenings of the club
    "evenings:list": Rule(ALL),
    "evenings:new": Rule(TYPISTS, TYPISTS),
    "evenings:dates": Rule(MEMBERS),
    "evenings:door": Rule(
        ALL, ALL, about=lambda g: {"link": g.evening.link}, sees=SEES_DOOR, data=lambda g: {"name": "Zoé"}
    ),
    "evenings:evening": evening(ALL),
    "evenings:edit": evening(HOSTS, HOSTS),
    "evenings:cancel": evening(NOBODY, HOSTS, data=lambda g: {"version": -2}),
    "evenings:restore": evening(NOBODY, HOSTS),
    "evenings:answer": evening(NOBODY, MEMBERS),
    "evenings:poster": evening(HOSTS),
    "evenings:renew_link": evening(NOBODY, HOSTS),
    "evenings:attendance": evening(HOSTS, HOSTS),
    "evenings:screen": evening(ALL),
    "evenings:plan": evening(HOSTS, HOSTS),
    "evenings:plan_draw": evening(HOSTS),
    "evenings:new_game": evening(MEMBERS, MEMBERS),
    "evenings:edit_game": seats(HOSTS, HOSTS),
    "evenings:join": seats(MEMBERS, MEMBERS),
    "evenings:leave": seats(NOBODY, MEMBERS),
    "evenings:people": seats(NOBODY, HOSTS),
    "evenings:lock_game": seats(NOBODY, HOSTS),
    "evenings:remove_game": seats(NOBODY, HOSTS),
    "play:against_bot": Rule(MEMBERS, MEMBERS),
    "play:lessons": Rule(MEMBERS),
    "play:lesson_take": Rule(NOBODY, MEMBERS, about=lambda g: {"code": "first_battle"}, sees=EVERYBODY_SEES),
    "play:lesson_step": Rule(NOBODY, MEMBERS, about=lambda g: {"code": "first_battle"}, sees=EVERYBODY_SEES),
    "play:lesson_away": Rule(NOBODY, MEMBERS, about=lambda g: {"code": "first_battle"}, sees=EVERYBODY_SEES),
    "play:propose": battle("dated", FIGHTERS, FIGHTERS),
    "play:agree": game(KEEPERS, KEEPERS, about=lambda g: {"pk": g.game.pk}),
    "play:call_off": battle("dated", NOBODY, PART),
    # Who holds the link of a side that nobody leads may lead it: that is what it is for.
    "play:lead": Rule(
        ALL,
        ALL,
        about=lambda g: {"key": g.game.played.captains.get(number=0).link},
        sees=dict.fromkeys(SEES, ALL.value),
    ),
    "play:battle": fighting(ALL),
    "play:decide": fighting(NOBODY, FIGHTERS),
    "play:take_back": fighting(NOBODY, FIGHTERS),
    "play:standing": fighting(NOBODY, FIGHTERS),
    "play:way": fighting(FIGHTERS),
    "play:reach": fighting(FIGHTERS, figure=0),
    "play:away": fighting(NOBODY, FIGHTERS),
    "play:back": fighting(NOBODY, FIGHTERS),
    "play:replace": fighting(NOBODY, FIGHTERS),
    "play:break_off": fighting(NOBODY, FIGHTERS),
    "play:stop": fighting(NOBODY, REFEREE),
    "tables:list": Rule(ALL),
    "tables:new": Rule(MEMBERS, MEMBERS),
    "tables:bots": Rule(NOBODY, MEMBERS),
    # Who holds the link of an open seat may take it: that is what it is for.
    "tables:seat": Rule(
        ALL, ALL, about=lambda g: {"key": g.gathering.seats.get(number=2).link}, sees=dict.fromkeys(SEES, ALL.value)
    ),
    "tables:table": table("table", MEMBERS),
    "tables:table gathering": table("gathering", MEMBERS),
    "tables:table finished": table("played", MEMBERS),
    "tables:table_status": table("table", MEMBERS),
    "tables:sit": table("gathering", NOBODY, MEMBERS),
    "tables:leave": table("gathering", NOBODY, FIGHTERS),
    "tables:fill": table("gathering", NOBODY, OWNER),
    "tables:season": table("gathering", NOBODY, OWNER),
    "tables:call_off": table("gathering", NOBODY, OWNER),
    "tables:start": table("gathering", NOBODY, FIGHTERS),
    "tables:play": table("table", NOBODY, FIGHTERS),
    "tables:resign": table("table", NOBODY, FIGHTERS),
    "tables:replace": table("table", NOBODY, FIGHTERS),
    "tables:remind": table("table", NOBODY, FIGHTERS),
    "tables:take_back": table("table", NOBODY, FIGHTERS),
    "tables:come_back": table("table", NOBODY, FIGHTERS),
    "tables:step_aside": table("table", NOBODY, FIGHTERS),
    "tables:hurry": table("table", NOBODY, FIGHTERS),
    "tables:rematch": table("played", NOBODY, FIGHTERS),
    "tables:proof": table("played", MEMBERS),
    # Balance of a game
    "tables:balance": balance(ALL, MEMBERS),
    "tables:balance_status": balance(ALL),
    "tables:balance_cancel": balance(NOBODY, MEMBERS),
    "tables:balance_retry": balance(NOBODY, MEMBERS),
}
"""By URL name; what follows a space tells several objects of one address apart."""

HERE, HOME, LOGIN, CONFIRM = 200, 302, 302, 302
"""Statuses of the accounts' pages: shown; sent away because there is nothing to do; sent to log in first; sent to give
the password once more."""

DOORS: dict[str, Door] = {
    # Anybody may ask; while tests run there is no worker.
    # Nobody has the token.
    "metrics": Door(get=(404, 404), post=(404, 404)),
    "readyz": Door(get=(503, 503), post=(405, 405)),
    # Without the address of a page there is nothing to be said about.
    "found:oembed": Door(get=(404, 404), post=(405, 405)),
    "account_login": Door(get=(HERE, HOME), post=(HERE, HOME)),
    "account_signup": Door(get=(HERE, HOME), post=(HERE, HOME)),
    # For those without an account; whoever has one is led to the noticeboard.
    "club:invitation": Door(get=(HERE, HOME), post=(422, HOME)),
    "club:invitation_link": Door(get=(HERE, HOME), post=(422, HOME), kwargs={"code": "any"}),
    "account_logout": Door(get=(HOME, HERE), post=(HOME, HOME)),
    "account_inactive": Door(get=(HERE, HERE), post=(405, 405)),
    "account_reauthenticate": Door(get=(LOGIN, HERE), post=(LOGIN, HERE)),
    "account_email": Door(get=(LOGIN, HERE), post=(LOGIN, HOME)),
    "account_email_verification_sent": Door(get=(HERE, HERE), post=(405, 405)),
    "account_change_password": Door(get=(LOGIN, HERE), post=(LOGIN, HERE)),
    "account_set_password": Door(get=(LOGIN, HOME), post=(LOGIN, HOME)),
    "account_reset_password": Door(get=(HERE, HERE), post=(HERE, HERE)),
    "account_reset_password_done": Door(get=(HERE, HERE), post=(405, 405)),
    "account_reset_password_from_key": Door(
        get=(HERE, HERE), post=(HERE, HERE), kwargs={"uidb36": "1", "key": "not-a-key"}
    ),
    "account_reset_password_from_key_done": Door(get=(HERE, HERE), post=(405, 405)),
    "account_confirm_email": Door(get=(HERE, HERE), post=(404, 404), kwargs={"key": "not-a-key"}),
    # Codes by e-mail are switched off.
    "account_confirm_login_code": Door(get=(HOME, HOME), post=(HOME, HOME)),
    # The second step: of who has none yet.
    "mfa_index": Door(get=(LOGIN, HERE), post=(LOGIN, 405)),
    "mfa_authenticate": Door(get=(HOME, HOME), post=(HOME, HOME)),
    "mfa_reauthenticate": Door(get=(LOGIN, HOME), post=(LOGIN, HOME)),
    "mfa_activate_totp": Door(get=(LOGIN, CONFIRM), post=(LOGIN, CONFIRM)),
    "mfa_deactivate_totp": Door(get=(LOGIN, 404), post=(LOGIN, 404)),
    "mfa_view_recovery_codes": Door(get=(LOGIN, 404), post=(LOGIN, 405)),
    "mfa_generate_recovery_codes": Door(get=(LOGIN, CONFIRM), post=(LOGIN, CONFIRM)),
    "mfa_download_recovery_codes": Door(get=(LOGIN, 404), post=(LOGIN, 404)),
    "mfa_list_webauthn": Door(get=(LOGIN, HERE), post=(LOGIN, 405)),
    "mfa_add_webauthn": Door(get=(LOGIN, CONFIRM), post=(LOGIN, CONFIRM)),
    "mfa_reauthenticate_webauthn": Door(get=(LOGIN, HOME), post=(LOGIN, HOME)),
    "mfa_remove_webauthn": Door(get=(LOGIN, CONFIRM), post=(LOGIN, CONFIRM), kwargs={"pk": "999"}),
    "mfa_edit_webauthn": Door(get=(LOGIN, CONFIRM), post=(LOGIN, CONFIRM), kwargs={"pk": "999"}),
    "mfa_login_webauthn": Door(get=(HOME, HOME), post=(HOME, HOME)),
    "usersessions_list": Door(get=(LOGIN, HERE), post=(LOGIN, HOME)),
    # Discord and one other server may be signed in with, which does not answer; Google may not.
    "socialaccount_connections": Door(get=(LOGIN, HERE), post=(405, 405)),
    "socialaccount_signup": Door(get=(HOME, HOME), post=(HOME, HOME)),
    "socialaccount_login_cancelled": Door(get=(HERE, HERE), post=(405, 405)),
    "socialaccount_login_error": Door(get=(401, 401), post=(405, 405)),
    "way_in_leave": Door(get=(405, 405), post=(LOGIN, CONFIRM), kwargs={"pk": "999"}),
    "discord_login": Door(get=(HERE, HERE), post=(302, 302)),
    "discord_callback": Door(get=(401, 401), post=(405, 405)),
    "google_login": Door(get=(404, 404), post=(404, 404)),
    "google_callback": Door(get=(404, 404), post=(404, 404)),
    "openid_connect_login": Door(get=(HERE, HERE), post=(401, 401), kwargs={"provider_id": "house"}),
    "openid_connect_callback": Door(get=(401, 401), post=(405, 405), kwargs={"provider_id": "house"}),
    # No admin has named a site that members could sign in to by this one.
    **{
        f"idp:oidc:{name}": Door(get=(404, 404), post=(404, 404))
        for name in ["configuration", "jwks", "authorization", "token", "userinfo", "revoke", "device_code", "logout"]
    },
    "club:sites": Door(get=(LOGIN, HERE), post=(405, 405)),
    "club:site_revoke": Door(get=(405, 405), post=(LOGIN, 404), kwargs={"pk": "999"}),
    # Of a session that is not theirs nobody learns more than that.
    "club:device_add": Door(get=(405, 405), post=(LOGIN, 400)),
    "club:device_remove": Door(get=(405, 405), post=(LOGIN, 404), kwargs={"pk": "999"}),
    "club:device_try": Door(get=(405, 405), post=(LOGIN, 404), kwargs={"pk": "999"}),
    "club:device_renew": Door(get=(405, 405), post=(404, 404)),
    "club:end_session": Door(get=(405, 405), post=(LOGIN, 404), kwargs={"pk": "999"}),
    "club:token_new": Door(get=(LOGIN, CONFIRM), post=(LOGIN, CONFIRM)),
    "club:token_revoke": Door(get=(405, 405), post=(LOGIN, 404), kwargs={"pk": "999"}),
    # Of the API only that there is nothing at its other addresses; its own have a table of their own (api_table.py).
    "api_nothing": Door(get=(404, 404), post=(404, 404), kwargs={"rest": "no-such-thing"}),
}
