"""Forms for what a referee does to rounds and battles, and on which table he rolls."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.league.act_form import ActForm
from campaigns.league.acts import sentence
from campaigns.league.forms.despite import AsksDespite
from campaigns.wars.battles.operations import OPEN_STATES
from campaigns.wars.civilians import operations as civilians
from campaigns.wars.civilians.wording import name_of, since
from campaigns.wars.enlistment import resting
from campaigns.wars.models.abducted import AbductedCivilian, CivilianFate
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.round import Round
from campaigns.wars.powers import operations
from campaigns.wars.powers.tables import DAMAGE, STRONGEST, TABLES, Against, cell
from campaigns.wars.settings.operations import rules_of
from club.models import Member
from club.moments import MomentField
from engines.musg.abducted import Fate
from engines.musg.catalogue import Catalogue


class LockRoundForm(ActForm):
    """Lock a round or open it again."""

    kind = "lock_round"
    group = gettext_lazy("Rounds and battles")
    title = gettext_lazy("Lock a round, or open it again")
    button = gettext_lazy("Lock it, or open it")
    round = forms.ModelChoiceField(
        label=gettext_lazy("Round"),
        queryset=Round.objects.none(),
        help_text=gettext_lazy("In a locked round nothing is scheduled, moved or reported."),
    )

    def prepare(self) -> None:
        """Offer the rounds, and say which are locked."""
        self.offer("round", self.campaign.rounds.select_related("campaign").order_by("-number"))
        field = self.fields["round"]
        field.label_from_instance = lambda r: _("%(round)s (locked)") % {"round": r} if r.locked else str(r)  # type: ignore[attr-defined]

    def act(self, referee: Member) -> str:
        """Turn the key."""
        chosen: Round = self.cleaned_data["round"]
        locked = not chosen.locked
        operations.lock_round(round=chosen, locked=locked, referee=referee, reason=self.reason_given)
        said = _("%(name)s is locked.") if locked else _("%(name)s is open again.")
        return said % {"name": chosen}


class _BattleForm(ActForm):
    """About a battle that is not decided."""

    group = gettext_lazy("Rounds and battles")
    battle = forms.ModelChoiceField(label=gettext_lazy("Battle"), queryset=Battle.objects.none())

    def prepare(self) -> None:
        """Offer the battles that are not decided."""
        self.offer("battle", self.campaign.battles.filter(state__in=OPEN_STATES).select_related("campaign"))


class MoveBattleForm(AsksDespite, _BattleForm):
    """Another day or another round."""

    kind = "move_battle"
    title = gettext_lazy("Move or postpone a battle")
    button = gettext_lazy("Move it")
    date = MomentField(
        label=gettext_lazy("New date and time"),
        required=False,
        help_text=gettext_lazy("If left empty, it is postponed to a day not known yet."),
    )
    round = forms.ModelChoiceField(
        label=gettext_lazy("New round"),
        queryset=Round.objects.none(),
        required=False,
        empty_label=gettext_lazy("outside the rounds"),
    )

    def prepare(self) -> None:
        """Offer battles and rounds."""
        super().prepare()
        self.offer("round", self.campaign.rounds.filter(locked=False).order_by("-number"))

    def act(self, referee: Member) -> str:
        """Move."""
        values = self.cleaned_data
        operations.move_battle(
            battle=values["battle"],
            round=values["round"],
            date=values["date"],
            referee=referee,
            reason=self.reason_given,
            despite=self.despite,
        )
        return _("“%(title)s” is moved.") % {"title": values["battle"].title}


class CallOffForm(_BattleForm):
    """It is not fought."""

    kind = "call_off"
    title = gettext_lazy("Call a battle off")
    button = gettext_lazy("Call it off")
    danger = True

    def act(self, referee: Member) -> str:
        """Call off."""
        battle = self.cleaned_data["battle"]
        operations.call_off(battle=battle, referee=referee, reason=self.reason_given)
        return _("“%(title)s” is called off.") % {"title": battle.title}


FIGHTS, WITHDRAWS = "fights", "withdraws"


class RestingForm(ActForm):
    """What becomes of a warband whose player closed the account."""

    kind = "resting"
    group = gettext_lazy("Rounds and battles")
    title = gettext_lazy("Decide about a warband whose player has gone")
    button = gettext_lazy("Decide")
    enlistment = forms.ModelChoiceField(label=gettext_lazy("Warband"), queryset=Enlistment.objects.none())
    decision = forms.ChoiceField(
        label=gettext_lazy("What becomes of it"),
        choices=[
            (FIGHTS, gettext_lazy("It fights on, in the referees’ care")),
            (WITHDRAWS, gettext_lazy("It withdraws; its past battles stay")),
        ],
        widget=forms.RadioSelect,
    )

    def prepare(self) -> None:
        """Offer those that rest."""
        found = self.campaign.enlistments.filter(resting=True, withdrawn=False)
        self.offer("enlistment", found.select_related("warband", "campaign"))
        self.fields["enlistment"].label_from_instance = lambda row: row.warband.name  # type: ignore[attr-defined]

    @property
    def useful(self) -> bool:
        """While one rests."""
        return self.campaign.enlistments.filter(resting=True, withdrawn=False).exists()

    def act(self, referee: Member) -> str:
        """Decide."""
        row, fights_on = self.cleaned_data["enlistment"], self.cleaned_data["decision"] == FIGHTS
        resting.decide(enlistment=row, fights_on=fights_on, referee=referee, reason=self.reason_given)
        said = _("%(warband)s fights on.") if fights_on else _("%(warband)s has left the campaign.")
        return said % {"warband": row.warband.name}


class CivilianForm(ActForm):
    """What became of a civilian whom the aliens carried off, without a game or whatever one said (ruling M330)."""

    kind = "civilian"
    group = gettext_lazy("Rounds and battles")
    title = gettext_lazy("Decide what becomes of an abducted civilian")
    button = gettext_lazy("Decide it")
    civilian = forms.ModelChoiceField(label=gettext_lazy("Civilian"), queryset=AbductedCivilian.objects.none())
    fate = forms.ChoiceField(label=gettext_lazy("What becomes of it"), choices=CivilianFate.choices)

    def prepare(self) -> None:
        """Offer everybody who was ever carried off, each with its fate."""
        self.offer("civilian", self.campaign.abducted.select_related("battle", "campaign"))
        catalogue = rules_of(self.campaign).catalogue
        self.fields["civilian"].label_from_instance = lambda row: _civilian_label(row, catalogue)  # type: ignore[attr-defined]

    @property
    def useful(self) -> bool:
        """Once somebody was carried off."""
        return self.campaign.abducted.exists()

    def act(self, referee: Member) -> str:
        """Settle."""
        row, fate = self.cleaned_data["civilian"], Fate(self.cleaned_data["fate"])
        civilians.settle(row=row, fate=fate, referee=referee, reason=self.reason_given)
        name = name_of(row.civilian, rules_of(self.campaign).catalogue)
        return _("%(name)s: %(fate)s.") % {"name": name, "fate": CivilianFate(fate.value).label}


def _civilian_label(row: AbductedCivilian, catalogue: Catalogue) -> str:
    return _("%(civilian)s (%(fate)s)") % {"civilian": since(row, catalogue), "fate": row.get_fate_display()}


class _DiceForm(ActForm):
    """Roll, or say what was rolled."""

    group = gettext_lazy("Dice")
    button = gettext_lazy("Roll")
    faces = forms.CharField(
        label=gettext_lazy("Faces of my dice"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("If left empty, the site rolls. A roll changes nothing by itself."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def clean_faces(self) -> list[int] | None:
        """Read the faces as they are said: "3 5", "35", "3-5"."""
        text = "".join(str(self.cleaned_data["faces"]).replace(",", " ").replace("-", " ").split())
        if not text:
            return None
        if not (text.isascii() and text.isdigit()):
            raise forms.ValidationError(_("Faces are digits from 1 to 6."), code="faces")
        return [int(face) for face in text]

    def _roll(self, table: str, referee: Member, against: Against | None = None) -> str:
        """Roll on a table and say what came of it."""
        rolled = operations.roll_table(
            campaign=self.campaign,
            table=table,
            faces=self.cleaned_data["faces"],
            referee=referee,
            reason=self.reason_given,
            against=against,
        )
        found = {
            "table": table,
            "faces": rolled.faces,
            "value": rolled.value,
            "row": rolled.row,
            "called": rolled.called,
        }
        return sentence("rolled", {**found, "source": rolled.source, **(cell(against) if against else {})})


class RollForm(_DiceForm):
    """Roll on a table of the rulebook that the dice alone tell."""

    kind = "roll"
    title = gettext_lazy("Roll on a table of the rulebook")
    table = forms.ChoiceField(
        label=gettext_lazy("Table"),
        choices=lambda: [(code, table.title) for code, table in TABLES.items() if code != DAMAGE],
    )

    def act(self, referee: Member) -> str:
        """Roll."""
        return self._roll(self.cleaned_data["table"], referee)


class RollDamageForm(_DiceForm):
    """Roll on the damage table, for a strength against a toughness."""

    kind = "roll_damage"
    title = gettext_lazy("Roll on the damage table")
    strength = forms.IntegerField(label=gettext_lazy("Strength of the blow or shot"), min_value=1, max_value=STRONGEST)
    toughness = forms.IntegerField(label=gettext_lazy("Toughness of the target"), min_value=1, max_value=STRONGEST)

    def act(self, referee: Member) -> str:
        """Roll."""
        values = self.cleaned_data
        return self._roll(DAMAGE, referee, Against(values["strength"], values["toughness"]))


FORMS: Final[tuple[type[ActForm], ...]] = (
    LockRoundForm,
    MoveBattleForm,
    CallOffForm,
    RestingForm,
    CivilianForm,
    RollForm,
    RollDamageForm,
)
