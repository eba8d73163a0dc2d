"""The seasons of the demo club: one of each card game, their matches spread over months and typed as final results.

Who wins is drawn from each player's strength in the game, always the same way, so that the same story is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from msgspec import Struct, field

from campaigns.demo.clock import Clock, as_of
from campaigns.demo.people import REFEREE
from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.league.terms import Terms
from campaigns.matches.operations.recording import Occasion, Sitting, record_imported, record_result
from campaigns.matches.operations.results import batch
from campaigns.matches.operations.verdicts import confirm_match
from campaigns.matches.scores import pad_of
from campaigns.seasons.models.scheme import Measure
from campaigns.seasons.operations.scheme import choose_scheme
from campaigns.seasons.operations.season import create_season
from campaigns.seasons.scheme import Scheme
from club.models import Member
from club.visibility import Visibility

BAGARRE: Final = "bagarre"
GUESTS: Final = ("Marc Dupont", "Inès Le Goff")
RECENT: Final = 30
"""Matches of so many days were typed and confirmed one by one; older ones come from the club's old notebook."""
PLACES: Final = ("Salle des fêtes", "Chez Aline", "Bar du Cheval blanc", "Médiathèque", "Chez Bruno")
TYPED_HEROES: Final = (
    "Chevalière errante", "Vieux mage", "Voleur des toits", "Barde enroué",
    "Moine combattant", "Archère borgne", "Apprentie sorcière", "Garde de nuit", "Druide frileuse", "Paladin repenti",
)  # fmt: skip
"""Names for the heroes of a game whose cards the club types in."""
type Line = list[dict[str, int]]
type Draw = Callable[[Random, Sequence[float]], Line]


class Story(Struct, frozen=True):
    """A season: its terms and scheme, who plays with which strength, how results come about.

    ``strengths`` go by user name; a guest's is 0. Matches lie ``days`` ago, from the first number down to the second.
    """

    game: str
    name: str
    description: str
    strengths: Mapping[str, float]
    draw: Draw
    seats: tuple[int, int]
    minutes: tuple[int, int]
    days: tuple[int, int]
    visibility: str = Visibility.CLUB.value
    scheme: Scheme = field(default_factory=Scheme)
    matches: int = 22
    seed: int = 1


def _order(dice: Random, strengths: Sequence[float]) -> list[int]:
    """Return the places from 0: strength and a good deal of luck."""
    form = [strength + dice.gauss(0, 1.2) for strength in strengths]
    return [sorted(form, reverse=True).index(one) for one in form]


def _limit(dice: Random, strengths: Sequence[float]) -> Line:
    """Badass Force: the first reaches the limit of 16."""
    best = dice.randint(16, 19)
    points = [best, *sorted((dice.randint(2, 15) for _n in strengths[1:]), reverse=True)]
    return [{"total": points[place]} for place in _order(dice, strengths)]


def _spread(least: int, most: int) -> Draw:
    def draw(dice: Random, strengths: Sequence[float]) -> Line:
        points = sorted((dice.randint(least, most) for _n in strengths), reverse=True)
        return [{"total": points[place]} for place in _order(dice, strengths)]

    return draw


def _renown(dice: Random, strengths: Sequence[float]) -> Line:
    """Space Serenade: renown, and the captures that break ties."""
    return [{**line, "captured": 1 + line["total"] // 7} for line in _spread(6, 30)(dice, strengths)]


def _falls(dice: Random, strengths: Sequence[float]) -> Line:
    """La Bagarre: places, and who eliminated whom."""
    places = _order(dice, strengths)
    found: Line = []
    for place in places:
        line = {"place": place + 1}
        before = [other for other, its in enumerate(places) if its < place]
        if place and before and dice.random() < 0.85:
            line["by"] = dice.choice(before)
        found.append(line)
    return found


STORIES: Final = (
    Story(
        "bagarre", "Les Bagarres du jeudi", "Tous les jeudis, avant la fermeture du bar. Le dernier debout range.",
        {"aline": 0.2, "bruno": 0.9, "chloe": 0.6, "david": -0.4, "emma": 0.1, "farid": -0.2},
        _falls, (3, 6), (15, 50), (150, 4), Visibility.PUBLIC.value, Scheme(), 24, 11,
    ),
    Story(
        "badass_force", "La ligue Badass", "Limite 16, les dix meilleures parties de chacun comptent.",
        {"aline": 0.8, "bruno": -0.3, "chloe": 0.1, "david": 0.7, "farid": 0.3, "gilles": -0.6},
        _limit, (3, 5), (25, 70), (140, 2), Visibility.PUBLIC.value, Scheme(best_of=10), 24, 12,
    ),
    Story(
        "baf", "Donjons et dimanches", "Un donjon chaque dimanche de pluie.",
        {"chloe": 0.9, "david": 0.2, "emma": 0.6, "gilles": 0.0, "aline": -0.1},
        _spread(9, 42), (3, 5), (45, 100), (170, 9), Visibility.CLUB.value,
        Scheme(Measure.POINTS.value, average=True, least=5), 22, 13,
    ),
    Story(
        "bebop", "Sérénade d’hiver", "À quatre de préférence, musique obligatoire.",
        {"emma": 0.7, "farid": 0.8, "aline": 0.2, "bruno": -0.2, "chloe": 0.0},
        _renown, (2, 4), (50, 120), (160, 6), Visibility.CLUB.value, Scheme(Measure.WINS.value), 22, 14,
    ),
)  # fmt: skip


def hold(members: Mapping[str, Member], clock: Clock) -> None:
    """Play all seasons; ratings and statistics are reckoned once at the end."""
    with batch():
        for story in STORIES:
            _season(story, members, clock)


def _season(story: Story, members: Mapping[str, Member], clock: Clock) -> None:
    referee = members[REFEREE.username]
    first, last = story.days
    with as_of(clock.moment(first + 3)):
        terms = Terms(name=story.name, description=story.description, visibility=story.visibility)
        season = create_season(referee=referee, game=story.game, terms=terms)
        for username in story.strengths:
            people.join(campaign=season, member=members[username], code=season.join_code)
        choose_scheme(season=season, scheme=story.scheme)
    dice = Random(story.seed)  # noqa: S311  a story, not a game
    for number in range(story.matches):
        days = first - round((first - last) * number / (story.matches - 1))
        _evening(story, season, members, clock, days, dice)


def _evening(
    story: Story, season: Campaign, members: Mapping[str, Member], clock: Clock, days: int, dice: Random
) -> None:
    seated = dice.sample(list(story.strengths), min(dice.randint(*story.seats), len(story.strengths)))
    who: list[Any] = [members[username] for username in seated]
    strengths = [story.strengths[username] for username in seated]
    if len(who) < story.seats[1] and dice.random() < 0.3:
        who.append(dice.choice(GUESTS))
        strengths.append(0.0)
    begun = clock.moment(days, dice.choice((14, 18.5, 20, 21)))
    occasion = Occasion(
        date=begun,
        place=dice.choice(PLACES),
        duration=dice.randint(*story.minutes) if dice.random() < 0.9 else None,
    )
    sitting = Sitting(game=story.game, people=who, start=dice.randrange(len(who)), season=season)
    table, heroes = story.draw(dice, strengths), _heroes(story.game, len(who), dice)
    with as_of(clock.moment(days, 23.5)):
        if days > RECENT:
            record_imported(sitting=sitting, recorder=who[0], table=table, occasion=occasion, heroes=heroes)
            return
        match = record_result(sitting=sitting, recorder=who[0], table=table, occasion=occasion, heroes=heroes)
        confirm_match(match=match, member=who[1])


def _heroes(game: str, seats: int, dice: Random) -> list[list[str]]:
    """Return what each seat played, no hero twice, as far as the game has heroes."""
    pad = pad_of(game)
    known = pad.hero_codes or TYPED_HEROES
    if not pad.heroes_each:
        return []
    each = min(pad.heroes_each, len(known) // seats)
    if game == BAGARRE:
        each = 1  # two are for trolls only
    drawn = dice.sample(known, each * seats)
    return [drawn[seat * each : (seat + 1) * each] for seat in range(seats)]
