"""What the admin's pages share: they show and change nothing."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


class ReadOnly:
    """Shown, never changed: operations are the one way these rows come about."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False
