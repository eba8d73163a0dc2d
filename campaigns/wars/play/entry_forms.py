"""Forms by which a battle comes to be played at the site: the terms, who leads which warband, a guest's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _, gettext_lazy, ngettext_lazy

from campaigns.seating.models import NAME_LENGTH
from campaigns.wars.models.battle import BattleSide
from campaigns.wars.models.play import Bot, Pace, WhenAbsent
from campaigns.wars.play.offering import BY_LINK, MYSELF, PlayTerms
from campaigns.wars.single.ready import READY_MADE
from club.models import Member
from club.names import NameField
from engines.musg.rules import Rules
from rosters.models import Warband
from rosters.wording import race_name

LEAD: Final = "lead_"
MINUTES: Final = (5, 10, 20)
DAYS: Final = (1, 2, 3, 7)
A_DAY: Final = 24 * 60
CLOCKS: Final = (("", gettext_lazy("no clock")), ("1800", gettext_lazy("30 minutes")), ("3600", gettext_lazy("1 hour")))
INCREMENT: Final = 15
"""Seconds that each decision adds to a clock."""
OWN_MOST: Final = 12
"""So many of a member's own warbands are offered at most."""


def paces() -> list[tuple[str, list[tuple[str, Any]]]]:
    """Return how fast a battle may be played, in groups: the words, and how long one may think."""
    live = [
        (f"{Pace.LIVE.value}:{count}", ngettext_lazy("%d minute to decide", "%d minutes to decide", count) % count)
        for count in MINUTES
    ]
    days = [
        (f"{Pace.DAYS.value}:{count * A_DAY}", ngettext_lazy("%d day to decide", "%d days to decide", count) % count)
        for count in DAYS
    ]
    return [(_("Now, at one go"), live), (_("By correspondence"), days)]


class LeadsForm(forms.Form):
    """Who leads each of the reader's own warbands (``sides``). ``links``: whoever takes a link may.

    ``seen`` is what the page was drawn of, where it answers a proposal.
    """

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=20)

    def __init__(self, *args: Any, sides: Sequence[BattleSide], links: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        bots = [(code, _("a bot (%(strength)s)") % {"strength": name}) for code, name in Bot.choices]
        choices = [(MYSELF, _("I do")), *bots]
        if links:
            choices.append((BY_LINK, _("whoever takes the link that I pass on")))
        for number, side in enumerate(sides):
            self.fields[f"{LEAD}{side.seat}"] = forms.ChoiceField(
                label=_("Who leads %(warband)s") % {"warband": side.warband.name},
                choices=choices,
                initial=MYSELF if number == 0 else Bot.STEADY.value,
                widget=forms.RadioSelect,
            )

    @property
    def leads(self) -> dict[int, str]:
        """Who leads what, by seat."""
        said = self.cleaned_data
        return {int(name.removeprefix(LEAD)): said[name] for name in self.fields if name.startswith(LEAD)}


class ProposalForm(LeadsForm):
    """By which terms a battle is to be played."""

    pace = forms.ChoiceField(
        label=gettext_lazy("How fast"),
        initial=f"{Pace.DAYS.value}:{2 * A_DAY}",
        help_text=gettext_lazy("Whoever keeps the others waiting for longer counts as away."),
    )
    absence = forms.ChoiceField(
        label=gettext_lazy("If somebody is away"),
        choices=WhenAbsent,
        initial=WhenAbsent.BOT,
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label=gettext_lazy("Clock of each side"),
        choices=CLOCKS,
        required=False,
        help_text=gettext_lazy(
            "Only for a battle played at one go: all the time a side has. Every decision adds 15 seconds; placing the "
            "figures costs nothing. Whoever has none left counts as away."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pace"].choices = paces()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A clock runs only while a battle is played at one go."""
        said = super().clean() or {}
        if said.get("clock") and said.get("pace", "").startswith(Pace.DAYS.value):
            self.add_error("clock", _("By correspondence there is no clock: leave it out, or play at one go."))
        return said

    @property
    def terms(self) -> PlayTerms:
        """What was chosen."""
        said = self.cleaned_data
        pace, patience = said["pace"].split(":")
        clock = int(said["clock"]) if said["clock"] else None
        return PlayTerms(
            pace=pace,
            patience=int(patience),
            absence=said["absence"],
            clock=clock,
            increment=INCREMENT if clock is not None else 0,
        )


class LeaderForm(forms.Form):
    """What a guest wants to be called in the battle."""

    name = NameField(
        label=gettext_lazy("Your name in this battle"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        help_text=gettext_lazy("The others see it. This browser remembers that the warband is yours to lead."),
    )


class BotForm(forms.Form):
    """How well the bot plays, and which warband one leads: one's own (``own:`` and its key) or a ready-made one."""

    bot = forms.ChoiceField(
        label=gettext_lazy("The bot plays"),
        choices=Bot.choices,
        initial=Bot.GENTLE,
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("A newcomer wins against the gentle one; the strong one chooses well who acts when."),
    )
    mine = forms.ChoiceField(label=gettext_lazy("My warband"))

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = Warband.objects.filter(owner=member, mustered=True).defer("state").order_by("-changed")[:OWN_MOST]
        ready_made = {(one.name, one.race) for one in READY_MADE.values()}
        fit = (one for one in rows if not one.engine_setup.rules.plays_pulp)
        self.own = {f"own:{one.pk}": one for one in fit if (one.name, one.race) not in ready_made}
        self.ready = {f"ready:{code}": one for code, one in READY_MADE.items()}
        offered = {**self.own, **self.ready}
        self.fields["mine"].choices = [(key, one.name) for key, one in offered.items()]  # type: ignore[attr-defined]

    @property
    def buttons(self) -> list[tuple[str, list[tuple[str, str, str]]]]:
        """The warbands in groups: what a button sends, the warband's name and its race."""
        printed = Rules().catalogue
        mine = [(key, one.name, race_name(one.race, one.catalogue)) for key, one in self.own.items()]
        ready = [(key, one.name, race_name(one.race, printed)) for key, one in self.ready.items()]
        groups = ((_("My warbands"), mine), (_("Ready-made warbands"), ready))
        return [(title, found) for title, found in groups if found]

    @property
    def strength(self) -> str:
        """How well the bot is to play."""
        said: str = self.cleaned_data["bot"]
        return said or Bot.GENTLE

    @property
    def band(self) -> Warband | str:
        """The member's own warband, or the code of a ready-made one."""
        key: str = self.cleaned_data["mine"]
        return self.own[key] if key in self.own else key.removeprefix("ready:")
