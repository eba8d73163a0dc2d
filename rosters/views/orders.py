"""Placing an order: weighed first, asked about where it should be, then made as steps of the journal, all or none."""

from __future__ import annotations

from django.http import HttpRequest

from club.access import signed_in
from club.operations import Refused, add_problems_to_form
from engines.musg import purchase
from rosters import operations, wording
from rosters.forms.order import OrderForm
from rosters.models import JournalEntry, Warband


def place_order(request: HttpRequest, warband: Warband, form: OrderForm) -> list[JournalEntry]:
    """Make the steps of a valid form, unless the rules forbid it or somebody has yet to be asked; the form says why."""
    entries, version = form.entries(), form.cleaned_data["version"]
    if version in (None, warband.version):
        trial = purchase.trial(warband.roster, entries)
        for sentence in wording.problem_sentences(trial.refusals, warband.catalogue, warband.roster):
            form.add_error(form.dear_field if trial.too_dear else None, sentence)
        if trial.doubts and not form.cleaned_data.get("anyway"):
            form.doubts = wording.problem_sentences(trial.doubts, warband.catalogue, warband.roster)
        if form.errors or form.doubts:
            return []
    try:
        return operations.take_steps(
            warband=warband, entries=entries, author=signed_in(request), version=version, reason=form.because
        )
    except Refused as refused:
        warband.refresh_from_db()
        add_problems_to_form(form, refused)
        return []
