"""Signing up on the page of an invitation: a name and a password, and one is where one was invited to.

All that allauth and the club look at when an account opens is looked at here, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from club.access import member_of
from club.forms import SignupForm
from club.signup import SignupView

type Entry = Callable[[HttpRequest], HttpResponse]
"""Answers somebody who has just become a member."""

REFUSED: Final = 422
LATER: Final = ("display_name", "language", "password2")
"""What can be said afterwards, in the profile."""


class InvitedSignupForm(SignupForm):
    """Open an account with little typing; ``carried``: the link that led here stands for the club's code."""

    def __init__(self, *args: Any, carried: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        left_out = [*LATER, *(["email"] if not self.club.asks_for_email else [])]
        for name in [*left_out, *(["invitation_code"] if carried else [])]:
            self.fields.pop(name, None)
        self.fields["username"].help_text = _(
            "What you log in with and what others see, until you choose another name."
        )
        self.fields["password1"].help_text = _("At least 8 characters.")


class InvitedSignup(SignupView):
    """Allauth's sign-up on a page of another kind, which it comes back to wherever it needs a second look."""

    carried = True
    then: Entry | None = None
    http_method_names = ["get", "head", "post"]

    def get_form_class(self) -> type[BaseForm]:
        """The short form."""
        return InvitedSignupForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Say whether the link carries the club's invitation."""
        return {**super().get_form_kwargs(), "carried": self.carried}

    def get_success_url(self) -> str:
        """This page and no other, whatever a request asks for."""
        return self.request.path

    def closed(self) -> HttpResponse:
        """Show who invites to what all the same: a member logs in."""
        return render(self.request, self.template_name, {**(self.extra_context or {}), "form": None})

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """Show the page again, as refused."""
        answer: HttpResponse = super().form_invalid(form)
        answer.status_code = REFUSED
        return answer

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Open the account; whoever is logged in by it goes where they were invited to."""
        answer = super().form_valid(form)
        return self.then(self.request) if self.then is not None and member_of(self.request) is not None else answer


def sign_up_here(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, then: Entry, carried: bool = True
) -> HttpResponse:
    """Answer a visitor with a page (``template``) that holds the form (``account/_sign_up_here.html``), or take it.

    The caller has looked at the link. ``context`` is what the page is drawn from besides; ``then`` answers whoever has
    become a member; ``carried``: who has the link needs no code of the club.
    """
    view = InvitedSignup.as_view(template_name=template, extra_context=dict(context), then=then, carried=carried)
    return view(request)
