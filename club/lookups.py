"""What the database is asked for: numbers that no column holds are found nowhere, instead of ending in an error.

Django sees to this itself where one number is looked for, but not where several are: SQLite cannot even be asked.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import IntegerField
from django.db.models.lookups import In

LEAST: Final = -(2**63)
MOST: Final = 2**63 - 1
"""What fits into the largest column there is."""


class AmongNumbers(In):
    """``pk__in=…`` with what somebody typed."""

    def get_prep_lookup(self) -> Any:
        """Leave out what fits into no column."""
        found = super().get_prep_lookup()
        if self.rhs_is_direct_value():
            found = [one for one in found if not isinstance(one, int) or LEAST <= one <= MOST]
        return found


def register() -> None:
    """Let all columns of whole numbers be looked up so."""
    IntegerField.register_lookup(AmongNumbers)
