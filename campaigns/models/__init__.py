"""Who plays whom: campaigns, rounds, battles, reports, aftermaths and the jobs that work them off; matches."""

from campaigns.models.battle import Battle, BattleReport, BattleSide
from campaigns.models.campaign import Campaign, Enlistment, Membership, Round
from campaigns.models.card_balance import BalancePart, BalanceRun
from campaigns.models.card_table import CardAction, CardSeat, CardTable, SeatChange
from campaigns.models.forecast import Forecast, ForecastPart
from campaigns.models.hireable import Hireable
from campaigns.models.job import Job
from campaigns.models.match import Match, MatchCorrection, MatchEntry, MatchHero, MatchSeat
from campaigns.models.player import GuestClaim, Player
from campaigns.models.rating import Rating, RatingBook, RatingStep, Tally
from campaigns.models.recovery import Recovery
from campaigns.models.resolution import BattleGround, Resolution
from campaigns.models.scheme import SeasonScheme
from campaigns.models.score_cards import ScoreCards

__all__ = [
    "BalancePart",
    "BalanceRun",
    "Battle",
    "BattleGround",
    "BattleReport",
    "BattleSide",
    "Campaign",
    "CardAction",
    "CardSeat",
    "CardTable",
    "Enlistment",
    "Forecast",
    "ForecastPart",
    "GuestClaim",
    "Hireable",
    "Job",
    "Match",
    "MatchCorrection",
    "MatchEntry",
    "MatchHero",
    "MatchSeat",
    "Membership",
    "Player",
    "Rating",
    "RatingBook",
    "RatingStep",
    "Recovery",
    "Resolution",
    "Round",
    "ScoreCards",
    "SeasonScheme",
    "SeatChange",
    "Tally",
]
