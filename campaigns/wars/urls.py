"""Addresses of Musg campaigns: warbands, rounds, battles; of single games, and of replays shared by a link."""

from django.urls import URLPattern, URLResolver, include, path

from campaigns.wars.aftermath import views as aftermath
from campaigns.wars.card import views as cards
from campaigns.wars.challenges import views as challenges
from campaigns.wars.corrections import entry_views as correcting, forgotten_views as forgotten, views as corrections
from campaigns.wars.crews import views as crews
from campaigns.wars.dates import views as dates
from campaigns.wars.desk import views as desk
from campaigns.wars.enlistment import views as enlist
from campaigns.wars.forecast import views as forecast
from campaigns.wars.ground import views as ground
from campaigns.wars.hire import views as hireables
from campaigns.wars.house import views as house
from campaigns.wars.paper import views as paper
from campaigns.wars.paper.booklet import views as booklets
from campaigns.wars.pocket import views as pocket
from campaigns.wars.powers import views as powers
from campaigns.wars.replay import views as replay
from campaigns.wars.reports import views as report
from campaigns.wars.resolution import views as resolution
from campaigns.wars.rounds import views as rounds
from campaigns.wars.scenarios import views as scenarios
from campaigns.wars.single import views as single
from campaigns.wars.tally import views as tally
from campaigns.wars.views import battles, chronicle, standings
from campaigns.wars.weighing import views as weighing

urlpatterns: list[URLPattern] = [
    path("rules/scenarios/", scenarios.scenarios, name="scenarios"),
    path("rules/scenarios/<slug:code>/", scenarios.scenario, name="scenario"),
    path("packs/<int:pk>/versions/<int:number>/worth/", weighing.worth, name="worth"),
    path("packs/<int:pk>/versions/<int:number>/worth/cancel/", weighing.cancel, name="worth_cancel"),
    path("packs/<int:pk>/versions/<int:number>/worth/retry/", weighing.try_again, name="worth_retry"),
    path("games/", single.games, name="singles"),
    path("games/new/", single.new, name="single_new"),
    path("replays/<str:key>/", replay.shared_replay, name="shared_replay"),
    path("replays/<str:key>/events.json", replay.shared_replay_data, name="shared_replay_data"),
    path("replays/<str:key>/card.png", cards.shared_card, name="shared_card"),
]

_battle: list[URLPattern] = [
    path("", battles.battle, name="battle"),
    path("edit/", battles.edit, name="battle_edit"),
    path("cancel/", battles.cancel, name="cancel"),
    path("dates/", dates.dates, name="dates"),
    path("dates/accept/", dates.accept, name="date_accept"),
    path("dates/decline/", dates.decline, name="date_decline"),
    path("report/", report.report, name="report"),
    path("report.pdf", paper.battle_report, name="battle_report"),
    path("report/tally/", report.tally, name="report_tally"),
    path("tally/<int:warband>/", tally.tally, name="tally"),
    path("crews/<int:warband>/", crews.crews, name="crews"),
    path("evening/", pocket.evening, name="evening"),
    path("evening/new/", pocket.begin, name="evening_begin"),
    path("evening/enter/", pocket.enter, name="evening_enter"),
    path("evening/take-back/", pocket.take_back, name="evening_take_back"),
    path("evening/throw-away/", pocket.throw_away, name="evening_throw_away"),
    path("evening/receipt.json", pocket.receipt, name="evening_receipt"),
    path("confirm/", report.confirm, name="confirm"),
    path("dispute/", report.dispute, name="dispute"),
    path("settle/", report.settle, name="settle"),
    path("aftermath/", aftermath.begin_all, name="aftermath_all"),
    path("aftermath/<int:warband>/", aftermath.aftermath, name="aftermath"),
    path("aftermath/<int:warband>/begin/", aftermath.begin, name="aftermath_begin"),
    path("aftermath/<int:warband>/die/", aftermath.die, name="aftermath_die"),
    path("aftermath/<int:warband>/die/back/", aftermath.die_back, name="aftermath_die_back"),
    path("aftermath/<int:warband>/status/", aftermath.status, name="aftermath_status"),
    path("aftermath/<int:warband>/call-off/", aftermath.call_off, name="aftermath_call_off"),
    path("aftermath/<int:warband>/retry/", aftermath.try_again, name="aftermath_retry"),
    path("aftermath/<int:warband>/receipt.json", aftermath.receipt, name="receipt"),
    path("ground/", ground.ground, name="ground"),
    path("ground/map/", ground.ground_map, name="ground_map"),
    path("consent/", resolution.consent, name="consent"),
    path("resolve/", resolution.resolve, name="resolve"),
    path("resolution/", resolution.resolution, name="resolution"),
    path("resolution/status/", resolution.status, name="resolution_status"),
    path("resolution/call-off/", resolution.call_off, name="resolution_call_off"),
    path("resolution/retry/", resolution.try_again, name="resolution_retry"),
    path("resolution/receipt.json", resolution.receipt, name="resolution_receipt"),
    path("replay/", replay.replay, name="replay"),
    path("replay/events.json", replay.replay_data, name="replay_data"),
    path("card.png", cards.card, name="card"),
    path("table.pdf", paper.table_reference, name="table_reference"),
    path("forecast/", forecast.forecast, name="forecast"),
    path("forecast/status/", forecast.status, name="forecast_status"),
    path("forecast/cancel/", forecast.cancel, name="forecast_cancel"),
    path("forecast/retry/", forecast.try_again, name="forecast_retry"),
]

_corrections: list[URLPattern] = [
    path("", corrections.corrections, name="corrections"),
    path("steps/<int:warband>/<int:number>/", correcting.correct_step, name="correct_step"),
    path("battles/forgotten/", forgotten.forgotten_battle, name="correct_forgotten"),
    path("battles/<int:pk>/", correcting.correct_battle, name="correct_battle"),
    path("rounds/<int:number>/", correcting.call_off_round, name="call_off_round"),
    path("<int:pk>/", corrections.correction, name="correction"),
    path("<int:pk>/decide/", corrections.decide, name="correction_decide"),
    path("<int:pk>/leave-out/", corrections.leave_out, name="correction_leave_out"),
    path("<int:pk>/drop/", corrections.drop, name="correction_drop"),
    path("<int:pk>/take-back/", corrections.take_back, name="correction_take_back"),
    path("<int:pk>/receipt.json", corrections.receipt, name="correction_receipt"),
    path("<int:pk>/dice/<int:warband>/", corrections.dice, name="correction_dice"),
]

_challenges: list[URLPattern] = [
    path("new/", challenges.new, name="challenge_new"),
    path("<int:pk>/", challenges.challenge, name="challenge"),
    path("<int:pk>/accept/", challenges.accept, name="challenge_accept"),
    path("<int:pk>/decline/", challenges.decline, name="challenge_decline"),
    path("<int:pk>/withdraw/", challenges.withdraw, name="challenge_withdraw"),
]

of_campaign: list[URLPattern | URLResolver] = [
    path("referee/screen/", desk.projector_screen, name="projector"),
    path("referee/desk/", desk.refresh, name="desk"),
    path("referee/odds/<int:pk>/", desk.odds_status, name="odds_status"),
    path("referee/desk/<slug:step>/", desk.step, name="desk_step"),
    path("house/", house.house, name="house"),
    path("house/templates-<slug:scale>.pdf", house.templates, name="house_templates"),
    path("house/change/", house.change, name="house_change"),
    path("enlist/", enlist.enlist, name="enlist"),
    path("enlist/<int:pk>/", enlist.request_page, name="enlist_request"),
    path("enlist/<int:pk>/accept/", enlist.accept, name="enlist_accept"),
    path("enlist/<int:pk>/decline/", enlist.decline, name="enlist_decline"),
    path("withdraw/<int:pk>/", enlist.withdraw, name="withdraw"),
    path("standings/", standings.standings, name="standings"),
    path("chronicle/", chronicle.chronicle, name="chronicle"),
    path("booklet/", booklets.booklets, name="booklets"),
    path("booklet/status/", booklets.status, name="booklets_status"),
    path("booklet/<int:pk>.pdf", booklets.download, name="booklet"),
    path("booklet/<int:pk>/call-off/", booklets.call_off, name="booklet_call_off"),
    path("booklet/<int:pk>/retry/", booklets.try_again, name="booklet_retry"),
    path("booklet/<int:pk>/throw-away/", booklets.throw_away, name="booklet_throw_away"),
    path("rounds/", rounds.rounds, name="rounds"),
    path("rounds/<int:number>/", rounds.change_round, name="change_round"),
    path("rounds/<int:number>/deadline/", dates.deadline, name="round_deadline"),
    path("rounds/<int:number>/pairing/", rounds.pairing, name="pairing"),
    path("rounds/<int:number>/pairing/draw.json", rounds.pairing_draw, name="pairing_draw"),
    path("for-hire/", hireables.hireables, name="hireables"),
    path("for-hire/<int:pk>/", hireables.hire, name="hire"),
    path("people/consent/", resolution.standing_consent, name="standing_consent"),
    path("corrections/", include(_corrections)),
    path("challenges/", include(_challenges)),
    path("referee/warbands/<int:warband>/", powers.warband_powers, name="warband_powers"),
    path("referee/warbands/<int:warband>/<slug:kind>/", powers.warband_power, name="warband_power"),
    path("scenarios/", scenarios.own_scenarios, name="own_scenarios"),
    path("scenarios/new/", scenarios.new, name="own_scenario_new"),
    path("scenarios/<int:pk>/", scenarios.own_scenario, name="own_scenario"),
    path("scenarios/<int:pk>/edit/", scenarios.edit, name="own_scenario_edit"),
    path("scenarios/<int:pk>/throw-away/", scenarios.drop, name="own_scenario_drop"),
    path("battles/new/", battles.schedule, name="schedule"),
    path("battles/<int:pk>/", include(_battle)),
    path("game/warband/", single.bring, name="single_bring"),
    path("game/warband/<int:pk>/out/", single.take_out, name="single_take_out"),
    path("game/alone/", single.alone, name="single_alone"),
    path("game/swap/", single.swap, name="single_swap"),
    path("game/change/", single.change, name="single_change"),
]
"""Addresses below a campaign's."""
