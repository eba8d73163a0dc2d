"""Addresses of matches of the card games: recording one, its pad, its result, the guests."""

from django.urls import URLPattern, path

from campaigns.matches.cards import sharing_views as shared_cards, views as score_cards
from campaigns.matches.paper import views as paper
from campaigns.matches.views import (
    entries as match_entries,
    guests,
    matches,
    pads,
    recording,
    verdicts as match_verdicts,
)

urlpatterns: list[URLPattern] = [
    path("scores/new/", recording.choose_game, name="match_new"),
    path("scores/new/<slug:game>/", recording.open_pad, name="match_open"),
    path("scores/new/<slug:game>/result/", recording.record, name="match_record"),
    path("scores/confirm/", match_verdicts.type_code, name="match_code_entry"),
    path("scores/confirm/<slug:code>/", match_verdicts.by_code, name="match_by_code"),
    path("scores/cards/", score_cards.card_sets, name="match_cards"),
    path("scores/cards/<slug:game>.toml", score_cards.practice_set, name="match_cards_practice"),
    path("scores/cards/<int:pk>/", score_cards.card_set, name="match_card_set"),
    path("scores/cards/<slug:game>.pdf", paper.practice_cards, name="match_cards_practice_pdf"),
    path("scores/cards/<int:pk>/cards.pdf", paper.card_set_cards, name="match_card_set_pdf"),
    path("scores/cards/<int:pk>/file/", score_cards.set_file, name="match_card_set_file"),
    path("scores/cards/<int:pk>/remove/", score_cards.remove, name="match_cards_remove"),
    path("scores/cards/<int:pk>/share/", shared_cards.share, name="match_card_share"),
    path("scores/cards/<int:pk>/copy/", shared_cards.copy, name="match_card_copy"),
    path("scores/cards/<int:pk>/kinds/<slug:kind>/", score_cards.cards, name="match_card_kind"),
    path("scores/cards/<int:pk>/kinds/<slug:kind>/remove/", score_cards.drop, name="match_card_drop"),
    path("paper/scores/<slug:game>.pdf", paper.score_sheet, name="score_sheet"),
    path("scores/guests/", guests.guests, name="guests"),
    path("scores/guests/<int:pk>/", guests.change_guest, name="change_guest"),
    path("scores/<int:pk>/", matches.match, name="match"),
    path("scores/<int:pk>/report.pdf", paper.match_report, name="match_report"),
    path("scores/<int:pk>/edit/", matches.edit, name="match_edit"),
    path("scores/<int:pk>/again/", recording.again, name="match_again"),
    path("scores/<int:pk>/keeper/", matches.keeper, name="match_keeper"),
    path("scores/<int:pk>/season/", matches.season, name="match_season"),
    path("scores/<int:pk>/seats/<int:seat>/", matches.seat, name="match_seat"),
    path("scores/<int:pk>/cancel/", matches.cancel, name="match_cancel"),
    path("scores/<int:pk>/back/", matches.bring_back, name="match_bring_back"),
    path("scores/<int:pk>/pad/", pads.pad, name="match_pad"),
    path("scores/<int:pk>/pad/status/", pads.status, name="match_pad_status"),
    path("scores/<int:pk>/pad/enter/", pads.enter, name="match_enter"),
    path("scores/<int:pk>/pad/undo/", pads.undo, name="match_undo"),
    path("scores/<int:pk>/entries/<int:number>/", match_entries.correct, name="match_entry"),
    path("scores/<int:pk>/entries/<int:number>/strike/", match_entries.strike, name="match_strike"),
    path("scores/<int:pk>/entries/<int:number>/before/", match_entries.insert, name="match_insert"),
    path("scores/<int:pk>/finish/", match_verdicts.finish, name="match_finish"),
    path("scores/<int:pk>/reopen/", match_verdicts.reopen, name="match_reopen"),
    path("scores/<int:pk>/confirm/", match_verdicts.confirm, name="match_confirm"),
    path("scores/<int:pk>/code/", match_verdicts.code, name="match_code"),
    path("scores/<int:pk>/dispute/", match_verdicts.dispute, name="match_dispute"),
    path("scores/<int:pk>/settle/", match_verdicts.settle, name="match_settle"),
]
