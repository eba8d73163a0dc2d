"""The modules' tables to lay beside the table: what the rules reference shows of them, set for paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from club.paper import press
from club.paper.choices import PaperChoices
from rosters.reference import Part
from rosters.reference.model import ReferenceRow, Section
from rosters.sheets.data import words_data
from rosters.wording import rule_name

TEMPLATE: Final = Path(__file__).parent / "tables.typ"


def pdf(parts: Sequence[Part], choices: PaperChoices) -> bytes:
    """Return the tables of these modules as a PDF, each module on a page of its own; in the language that is active."""
    return press.pdf(TEMPLATE, data(parts, choices))


def data(parts: Sequence[Part], choices: PaperChoices) -> dict[str, Any]:
    """Return what the template reads."""
    title = _("Module tables")
    return {
        "look": choices.look,
        "words": words_data(),
        "title": f"{title}: {parts[0].title}" if len(parts) == 1 else title,
        "parts": [
            {
                "title": part.title,
                "source": rule_name(part.source),
                "sections": [_section(section) for section in part.sections],
            }
            for part in parts
        ],
    }


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "prose": section.prose,
        "lead": list(section.lead),
        "first": section.first,
        "columns": [[column.label, column.number] for column in section.columns],
        "rows": [_row(row) for row in section.rows],
        "groups": [
            {"title": group.title, "rows": [_row(row) for row in group.rows], "notes": list(group.notes)}
            for group in section.groups
        ],
    }


def _row(row: ReferenceRow) -> dict[str, Any]:
    return {"name": row.name, "notes": list(row.notes), "cells": [cell.text for cell in row.cells]}
