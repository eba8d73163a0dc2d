"""The chronicle's sentences: whole in both languages, right before every name, never twice the same way running."""

from __future__ import annotations

import itertools
import typing

import pytest
from django.utils.translation import override

from campaigns.wars.chronicle import facts
from campaigns.wars.chronicle.facts import (
    Deed,
    Fact,
    Flight,
    Harm,
    Harms,
    InPlace,
    Joined,
    LeaderLost,
    Learned,
    Legend,
    Lost,
    Mishap,
    OutOfTouch,
    Plain,
    PointsRecord,
    Promoted,
    Result,
    Run,
    RunBroken,
    Succession,
    TakedownRecord,
    Trained,
    Unharmed,
    Upset,
    Victim,
    WaitOver,
)
from campaigns.wars.chronicle.kinds import HARMLESS
from campaigns.wars.chronicle.reading import gathered, named_by
from campaigns.wars.chronicle.telling import TELLERS, Voice, tell_facts
from campaigns.wars.chronicle.telling.aftermath import HARMS
from campaigns.wars.chronicle.telling.grammar import listed
from campaigns.wars.chronicle.telling.weapons import PHRASES
from club.grammar import MARK, finished, named
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.packs import House
from tests.engines.musg.packs.documents import FEN, fen

EXAMPLES: list[tuple[Fact, str, str]] = [
    (Result((("Les Haches", 0),)), "No one broke Les Haches.", "Rien ni personne n’a eu raison des Haches."),
    (
        Result((("Les Haches", 0),), drawn=True),
        "There was no holding out for Les Haches.",
        "Impossible de tenir pour les Haches.",
    ),
    (
        Result((("Les Haches", 50), ("Blades", 12)), decreed=False),
        "Victory went to Les Haches against Blades, 50 to 12.",
        "La victoire revient aux Haches contre Blades, 50 à 12.",
    ),
    (
        Result((("Axes", 20), ("Blades", 30)), decreed=True),
        "By the points it was 20 to 30, yet the scenario gave the victory to Axes over Blades.",
        "Les points disaient 20 à 30, mais le scénario donne la victoire à Axes sur Blades.",
    ),
    (
        Result((("Axes", 20), ("Blades", 10)), drawn=True, decreed=True),
        "20 to 10, and still no victor between Axes and Blades: the scenario made it a draw.",
        "20 à 10, et pourtant pas de vainqueur entre Axes et Blades : le scénario en fait un match nul.",
    ),
    (
        Result((("Axes", 20), ("Orques", 10), ("Crows", 5))),
        "Victory went to Axes (20) against Orques (10) and Crows (5).",
        "La victoire revient à Axes (20) contre Orques (10) et Crows (5).",
    ),
    (
        Result((("Axes", 5), ("Orques", 5), ("Crows", 5)), drawn=True),
        "No victor among Axes (5), Orques (5) and Crows (5).",
        "Pas de vainqueur entre Axes (5), Orques (5) et Crows (5).",
    ),
    (
        Upset("Les Haches", 1),
        "The forecast had given Les Haches hardly a chance.",
        "Les pronostics n’accordaient pour ainsi dire aucune chance aux Haches.",
    ),
    (
        RunBroken("Axes", 4),
        "So ended a run of four victories for Axes.",
        "Ainsi prend fin une série de quatre victoires pour Axes.",
    ),
    (
        WaitOver("Axes", 12),
        "It ended a wait of 12 battles for Axes.",
        "C’est la fin d’une attente de 12 batailles pour Axes.",
    ),
    (
        PointsRecord("Axes", 90),
        "With 90 points from one battle, the record of the campaign now belongs to Axes.",
        "Avec 90 points en une bataille, le record de la campagne appartient désormais à Axes.",
    ),
    (
        TakedownRecord("Axes", 5),
        "Before Axes, nobody in this campaign had put five enemies out of action in a single battle.",
        "Avant Axes, personne dans cette campagne n’avait mis cinq ennemis hors de combat en une seule bataille.",
    ),
    (
        Deed("Aline", (Victim("Bob", ("axe",), killed=True),)),
        "Aline killed Bob outright with an axe.",
        "Aline tue net Bob d’un coup de hache.",
    ),
    (
        Deed("Aline", (Victim("Bob", ("bow",)), Victim("Omar", ("bow",)))),
        "Aline felled Bob and Omar, each time with an arrow.",
        "Aline met hors de combat Bob et Omar, chaque fois d’une flèche.",
    ),
    (
        Deed("Aline", (Victim("Bob", ("bow",)), Victim("Omar", ("bow",), killed=True))),
        "Aline felled Bob and killed Omar outright, each time with an arrow.",
        "Aline met hors de combat Bob et tue net Omar, chaque fois d’une flèche.",
    ),
    (
        Deed("Aline", (Victim("Bob", ("axe",)), Victim("Ada"), Victim("Omar", killed=True))),
        "Aline felled Bob with an axe and Ada and killed Omar outright.",
        "Aline met hors de combat Bob d’un coup de hache et Ada et tue net Omar.",
    ),
    (
        Deed("Aline", (Victim("Bob", ("axe",)), Victim("Omar", ("bow",)))),
        "Two enemies fell to Aline: Bob with an axe and Omar with an arrow.",
        "À l’actif d’Aline, deux ennemis hors de combat : Bob d’un coup de hache et Omar d’une flèche.",
    ),
    (
        Deed("Aline", (Victim("Bob", killed=True), Victim("Omar", killed=True))),
        "Aline killed Bob and Omar outright.",
        "Aline tue net Bob et Omar.",
    ),
    (Mishap(("Bob",)), "An accident put Bob out of action.", "Un accident met Bob hors de combat."),
    (Mishap(("Bob", "Ada"), killed=True), "Accidents killed Bob and Ada.", "Des accidents tuent Bob et Ada."),
    (Flight(("Bob",)), "Bob fled the table.", "Bob prend la fuite."),
    (
        Flight(("Bob", "Ada")),
        "Bob and Ada took to their heels together.",
        "Bob et Ada prennent la fuite ensemble.",
    ),
    (
        LeaderLost("Bob", by="Aline", weapons=("sword",)),
        "Aline had felled Bob with a sword: the leader did not recover.",
        "Aline avait mis Bob à terre d’un coup d’épée : le chef ne s’en relève pas.",
    ),
    (
        LeaderLost("Bob", killed=True, by="Aline"),
        "Aline killed Bob outright: the warband had lost its leader.",
        "Aline tue net Bob : la bande n’a plus de chef.",
    ),
    (
        LeaderLost("Bob"),
        "Bob, the leader, did not recover.",
        "Bob ne s’en relève pas : la bande n’a plus de chef.",
    ),
    (
        Succession(),
        "There is nobody left to lead: a new leader has to be hired.",
        "Plus personne ne peut commander : il faut recruter un nouveau chef.",
    ),
    (Lost("Bob"), "Bob did not come back.", "Bob ne revient pas."),
    (
        Lost("Bob", killed=True, by="Aline"),
        "Bob died on the spot, by the hand of Aline.",
        "Bob meurt sur le coup, de la main d’Aline.",
    ),
    (
        Harms((Harm("Bob", (("bruised", 3), ("hobbled", 1))),)),
        "Bob has bruises that slow every blow (three times over) and now limps.",
        "Bob garde des meurtrissures qui ralentissent ses coups (trois fois de suite) et boite désormais.",
    ),
    (
        Harms((Harm("Bob", (("bruised", 2),)), Harm("Ada", (("bruised", 2),)))),
        "Bob and Ada have bruises that slow every blow (twice over).",
        "Bob et Ada gardent des meurtrissures qui ralentissent leurs coups (deux fois plutôt qu’une).",
    ),
    (
        Harms(tuple(Harm(name, ((code, 1),)) for name, code in zip("ABCD", ["bruised", "shaken"] * 2, strict=True))),
        (
            "Four came back the worse for wear: A and C have bruises that slow every blow; "
            "B and D have lost some nerve over it."
        ),
        (
            "Quatre reviennent en piteux état : A et C gardent des meurtrissures qui ralentissent leurs coups ; "
            "B et D en gardent les nerfs fragiles."
        ),
    ),
    (
        Harms((), guarded=True),
        "The troll bodyguard saw to it that nothing was stolen.",
        "Le garde du corps troll a veillé à ce que rien ne soit volé.",
    ),
    (Unharmed(("Bob",)), "Bob came back without a scratch.", "Bob revient sans une égratignure."),
    (
        Unharmed(("Bob", "Ada")),
        "Two others came back without a scratch.",
        "Deux autres reviennent sans une égratignure.",
    ),
    (
        Unharmed(("Bob", "Ada", "Cleo"), all_of_them=True),
        "More frightened than hurt: the three who had fallen came back without a scratch.",
        "Plus de peur que de mal : les trois à terre reviennent sans une égratignure.",
    ),
    (
        OutOfTouch(("Aline", "Bob")),
        "Nothing has been heard of Aline and Bob since.",
        "Depuis, on est sans nouvelles d’Aline et Bob.",
    ),
    (Promoted(("Bob",)), "Bob rose to lieutenant.", "Bob gagne ses galons de sous-chef."),
    (
        Promoted(("Bob", "Ada", "Cleo")),
        "Bob, Ada and Cleo all rose to lieutenant.",
        "Bob, Ada et Cleo gagnent leurs galons de sous-chef.",
    ),
    (
        Legend("Bob", 40),
        "Bob became a living legend and now fights for hire, for 40 points a battle.",
        "Bob entre dans la légende et loue désormais ses services, à 40 points la bataille.",
    ),
    (
        Learned("Bob", ("strider", "strider")),
        "Bob learned “Strider” and “Strider”.",
        "Bob maîtrise désormais « Arpenteur » et « Arpenteur ».",
    ),
    (
        Trained((("strider", ("Bob", "Ada")), ("brawler", ("Omar",)))),
        "Time was put to use: “Strider” for Bob and Ada; “Brawler” for Omar.",
        "On s’entraîne : « Arpenteur » pour Bob et Ada ; « Bagarreur » pour Omar.",
    ),
    (
        Joined((("Bob", "henchman"), ("Ada", "lieutenant"))),
        "Bob (henchman) and Ada (lieutenant) joined the warband.",
        "Bob (sous-fifre) et Ada (sous-chef) rejoignent la bande.",
    ),
    (Plain("dismissed", {"name": "Bob"}), "Bob is dismissed.", ""),
    (
        InPlace("Ill"),
        "The referee did this for the player: Ill",
        "L’arbitre l’a fait à la place de la personne qui joue : Ill",
    ),
]


def say(fact: Fact, language: str, voice: Voice | None = None) -> str:
    with override(language):
        return " ".join(tell_facts([fact], voice or Voice(CATALOGUE))).replace("\u202f", " ").replace("\u00a0", " ")


@pytest.mark.parametrize(("fact", "english", "french"), EXAMPLES, ids=lambda value: type(value).__name__)
def test_a_fact_is_told(fact: Fact, english: str, french: str) -> None:
    """Where a thing is said in several ways, any of them will do here; the ways are looked at below."""
    ways = {say(fact, "en", _voice(key)) for key in range(12)}
    assert english in ways
    ways = {say(fact, "fr", _voice(key)) for key in range(12)}
    assert not french or french in ways, ways


def _voice(key: int) -> Voice:
    voice = Voice(CATALOGUE)
    voice.begin(str(key))
    return voice


def test_every_kind_of_fact_has_words_and_an_example() -> None:
    kinds = set(typing.get_args(facts.Fact.__value__))
    assert set(TELLERS) == kinds
    assert kinds - {type(fact) for fact, _en, _fr in EXAMPLES} == {Run}
    assert say(Run("Axes", 3), "en") in {
        "That makes three victories in a row for Axes.",
        "Nothing stops Axes any more: three victories running.",
    }


def test_every_weapon_and_every_lasting_injury_has_its_phrase() -> None:
    assert set(PHRASES) == {*CATALOGUE.melee, *CATALOGUE.ranged, "bare_hands"}
    lasting = {row.code for row in (*CATALOGUE.injuries_by_code.values(),)} - HARMLESS
    lasting = lasting - {row.code for row in CATALOGUE.pulp.setbacks} | {"setback"}  # all told in one phrase
    assert lasting - set(HARMS) <= {"dead", "gone"}, lasting - set(HARMS)


@pytest.mark.parametrize(
    ("sentence", "name", "french"),
    [
        ("la main de %s", "Aline", "La main d’Aline"),
        ("la main de %s", "Élodie", "La main d’Élodie"),
        ("la main de %s", "Œdipe", "La main d’Œdipe"),
        ("la main de %s", "Yves", "La main d’Yves"),
        ("la main de %s", "Yann", "La main de Yann"),
        ("la main de %s", "Hans", "La main de Hans"),
        ("la main de %s", "Bob", "La main de Bob"),
        ("la main de %s", "Les Haches", "La main des Haches"),
        ("la main de %s", "Le Borgne", "La main du Borgne"),
        ("la main de %s", "La Louve", "La main de la Louve"),
        ("la main de %s", "L’Ogre", "La main de l’Ogre"),
        ("la main de %s", "Leonard", "La main de Leonard"),
        ("la main de %s", "42", "La main de 42"),
        ("la main de %s", "", "La main de "),
        ("il faut que %s gagne", "Aline", "Il faut qu’Aline gagne"),
        ("la victoire revient à %s", "Les Haches", "La victoire revient aux Haches"),
        ("la victoire revient à %s", "Aline", "La victoire revient à Aline"),
        ("contre %s", "Les Haches", "Contre les Haches"),
        ("%s gagne", "Les Haches", "Les Haches gagne"),
        ("de %s", "$&\\1 {0} %s", "De $&\\1 {0} %s"),
    ],
)
def test_french_elides_and_contracts_before_names(sentence: str, name: str, french: str) -> None:
    with override("fr"):
        assert finished(sentence % named(name)) == french
    with override("en"):
        assert finished(sentence % named(name)).casefold() == (sentence % name).casefold()


def test_a_word_of_the_players_is_no_mark() -> None:
    """Whoever types the mark itself changes no sentence."""
    with override("fr"):
        assert finished(f"contre {listed([f'de {MARK}Aline', 'Bob'])}") == "Contre de Aline et Bob"


def test_the_same_battle_is_always_told_the_same_way_and_neighbours_differ() -> None:
    fact = Result((("Axes", 50), ("Blades", 12)))

    def page() -> list[str]:
        voice, said = Voice(CATALOGUE), []
        for key in range(30):
            voice.begin(f"battle {key}")
            said.append(say(fact, "en", voice))
        return said

    once = page()
    assert once == page()
    assert all(one != other for one, other in itertools.pairwise(once))
    assert len(set(once)) == 3


def test_in_one_chapter_the_ways_go_round() -> None:
    voice = _voice(1)
    deeds = [say(Deed(name, (Victim("Bob"),)), "fr", voice).replace(name, "X") for name in "ABC"]
    assert len(set(deeds)) == 3


def test_a_leader_felled_leaves_a_warband_without() -> None:
    assert say(Deed("Aline", (Victim("Bob", led="Les Haches"),)), "fr").endswith(
        ("Voilà les Haches sans chef.", "Dès lors, plus personne ne donne d’ordres aux Haches.")
    )


def test_in_a_battle_of_several_a_victim_bears_its_warbands_name() -> None:
    assert "Bob (Crows)" in say(Deed("Aline", (Victim("Bob", warband="Crows"),)), "en")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_sentence_leaves_a_mark_or_a_gap(language: str) -> None:
    for fact, _english, _french in EXAMPLES:
        for key in range(6):
            said = say(fact, language, _voice(key))
            assert MARK not in said
            assert "  " not in said
            assert "%" not in said
            assert said == said.strip()


def test_what_is_alike_is_gathered_where_it_began() -> None:
    told = [
        Learned("Bob", ("strider",)),
        Joined((("Newt", "henchman"),)),
        Succession("Ada"),
        Learned("Ada", ("strider",)),
        Joined((("Olm", "henchman"),)),
    ]
    assert gathered(told) == [
        Trained((("strider", ("Bob", "Ada")),)),
        Joined((("Newt", "henchman"), ("Olm", "henchman"))),
        Succession("Ada"),
    ]
    assert gathered(told[:1]) == told[:1]
    assert gathered([told[0], Learned("Bob", ("brawler",))]) == [Learned("Bob", ("strider", "brawler"))]
    assert gathered([]) == []


def test_a_packs_weapon_is_named_in_brackets_and_so_is_one_in_the_books_place() -> None:
    """No phrase says that a blowpipe is an arrow: where one stands in the bow's place, nobody falls to an arrow."""
    pipe = FEN["ranged"]["blowpipe"]
    catalogue = House(packs=(fen(ranged={"blowpipe": pipe, "bow": {**pipe, "name": "Long pipe"}}),)).catalogue
    several = Deed("Aline", (Victim("Bob", ("eel_spear",)), Victim("Omar", ("bow",)), Victim("Ada", ("axe",))))
    for said, expected in (
        (Deed("Aline", (Victim("Bob", ("blowpipe",), killed=True),)), "(Blowpipe [house])."),
        (several, "Bob (Eel spear [house]), Omar (Long pipe [house]) and Ada with an axe."),
        (LeaderLost("Bob", True, "Aline", ("bow",)), "(Long pipe [house])"),
    ):
        assert expected in say(said, "en", Voice(catalogue))
    assert "(Sarbacane [maison])" in say(Deed("Aline", (Victim("Bob", ("blowpipe",)),)), "fr", Voice(catalogue))
    assert set(named_by([several, LeaderLost("Bob", True, "Aline", ("blowpipe", "bare_hands"))])) == {
        "eel_spear",
        "blowpipe",
    }
