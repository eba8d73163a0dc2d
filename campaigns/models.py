"""The models of all rooms, for Django alone, which looks for them here. Everybody else imports from the room itself."""

from campaigns.evenings.models.calendar_key import CalendarKey
from campaigns.evenings.models.evening import ClubEvening, EveningSeries, PlanEntry
from campaigns.evenings.models.plan import Attendance, EveningGame, EveningGuest, EveningSeat
from campaigns.jobs.models import Job, Mail, Sign
from campaigns.league.models import Absence, Campaign, Diary, Membership, NeverOn, News, RefereeAct
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match, MatchCorrection, MatchEntry, MatchHero, MatchSeat
from campaigns.matches.models.player import GuestClaim, Player
from campaigns.seasons.models.rating import Rating, RatingBook, RatingStep, Tally, Total
from campaigns.seasons.models.scheme import SeasonScheme
from campaigns.tables.models.card_balance import BalancePart, BalanceRun
from campaigns.tables.models.card_table import CardAction, CardSeat, CardTable, SealedAnswer, SeatChange
from campaigns.wars.models.abducted import AbductedCivilian
from campaigns.wars.models.battle import Battle, BattleReport, BattleSide
from campaigns.wars.models.booklet import Booklet, BookletContent
from campaigns.wars.models.challenge import Challenge, WarTerms
from campaigns.wars.models.correction import Correction
from campaigns.wars.models.dates import DateEntry, DateTalk
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from campaigns.wars.models.evening import Evening, EveningEntry
from campaigns.wars.models.forecast import Forecast, ForecastPart, PairForecast, PairForecastPart
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.models.lesson import Lesson
from campaigns.wars.models.play import Captain, CaptainChange, PlayedAction, PlayedBattle
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import BattleGround, Resolution
from campaigns.wars.models.round import Round
from campaigns.wars.models.scenario import OwnScenario
from campaigns.wars.models.weighing import Weighing, WeighingPart

__all__ = [
    "AbductedCivilian",
    "Absence",
    "Attendance",
    "BalancePart",
    "BalanceRun",
    "Battle",
    "BattleGround",
    "BattleReport",
    "BattleSide",
    "Booklet",
    "BookletContent",
    "CalendarKey",
    "Campaign",
    "Captain",
    "CaptainChange",
    "CardAction",
    "CardSeat",
    "CardTable",
    "Challenge",
    "ClubEvening",
    "Correction",
    "DateEntry",
    "DateTalk",
    "Diary",
    "Enlistment",
    "EnlistmentRequest",
    "Evening",
    "EveningEntry",
    "EveningGame",
    "EveningGuest",
    "EveningSeat",
    "EveningSeries",
    "Forecast",
    "ForecastPart",
    "GuestClaim",
    "Hireable",
    "Job",
    "Lesson",
    "Mail",
    "Match",
    "MatchCorrection",
    "MatchEntry",
    "MatchHero",
    "MatchSeat",
    "Membership",
    "NeverOn",
    "News",
    "OwnScenario",
    "PairForecast",
    "PairForecastPart",
    "PlanEntry",
    "PlayedAction",
    "PlayedBattle",
    "Player",
    "Rating",
    "RatingBook",
    "RatingStep",
    "Recovery",
    "RefereeAct",
    "Resolution",
    "Round",
    "ScoreCards",
    "SealedAnswer",
    "SeasonScheme",
    "SeatChange",
    "Sign",
    "Tally",
    "Total",
    "WarTerms",
    "Weighing",
    "WeighingPart",
]
