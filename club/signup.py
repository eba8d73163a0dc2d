"""Opening an account, even for somebody who presses the button twice."""

from __future__ import annotations

from allauth.account import views
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpResponse


class SignupView(views.SignupView):
    """Allauth's page. Of two requests at the same moment the second finds the name taken, beside its field."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Open the account, unless another request has just opened one of this name or address."""
        try:
            with transaction.atomic():
                answer: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.full_clean()
            if form.is_valid():
                raise
            answer = self.form_invalid(form)
        return answer
