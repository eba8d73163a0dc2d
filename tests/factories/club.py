"""Members and the club's settings."""

import factory
from allauth.account.models import EmailAddress

from club.models import ClubSettings, Member, SignupMode
from club.places.models import GameTable, Place

PASSWORD = "a-long-sword-7"


FIRST_NUMBER = 10_000
"""Numbers in names are equally long: whatever the tests before made, names sort as made, and none begins another."""


class MemberFactory(factory.django.DjangoModelFactory):
    """A member who may log in with :data:`PASSWORD`."""

    class Meta:
        model = Member
        skip_postgeneration_save = True

    username = factory.Sequence(lambda number: f"member{number}")
    display_name = factory.LazyAttribute(lambda member: f"{member.username.capitalize()} the Bold")
    email = factory.LazyAttribute(lambda member: f"{member.username}@example.org")
    password = factory.django.Password(PASSWORD)

    class Params:
        club_admin = factory.Trait(is_staff=True, is_superuser=True)

    @classmethod
    def _setup_next_sequence(cls) -> int:
        return FIRST_NUMBER


def member_with_address(**values: object) -> Member:
    """A member whose e-mail address is confirmed."""
    member: Member = MemberFactory.create(**values)
    EmailAddress.objects.create(user=member, email=member.email, verified=True, primary=True)
    return member


def club_settings(**values: object) -> ClubSettings:
    """The club's one row of settings, stored."""
    club = ClubSettings(**{"name": "The Wolves", "signup_mode": SignupMode.OPEN, **values})
    club.save()
    return club


class PlaceFactory(factory.django.DjangoModelFactory):
    """Somewhere the club plays."""

    class Meta:
        model = Place

    name = factory.Sequence(lambda number: f"Hall {number}")
    address = "1 High Street\n57000 Metz"


class GameTableFactory(factory.django.DjangoModelFactory):
    """A table for four at a place of its own."""

    class Meta:
        model = GameTable

    place = factory.SubFactory(PlaceFactory)
    name = factory.Sequence(lambda number: f"Table {number}")
    seats = 4
