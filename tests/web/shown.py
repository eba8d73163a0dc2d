"""A page to look at: its address, its reader, what is sent."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.http import HttpResponse
from django.test import Client

VISITOR = ""


@dataclass(frozen=True)
class Shown:
    """A page: the name of its address, who looks at it, and what is sent when it is a form refused.

    One that ``leads_away`` is left by a browser for another site at once.
    """

    name: str
    reader: str
    address: str
    sent: dict[str, str] = field(default_factory=dict)
    status: int = 200
    leads_away: bool = False

    def __str__(self) -> str:
        return f"{self.name} {self.address} ({self.reader or 'visitor'}{', refused' if self.sent else ''})"

    def fetch(self, client: Client) -> HttpResponse:
        """The answer to a client that is logged in as the reader already."""
        return client.post(self.address, self.sent) if self.sent else client.get(self.address)
