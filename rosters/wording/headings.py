"""Headings of the rulebook in the reader's language.

Steps, problems and stored events name the heading they follow as it is printed, in French. A reader of English is told
the heading in English; one that nobody translated yet is shown as printed.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

_NAMES: Final = {
    "Musg, Activation des personnages": _("Musg, Activating characters"),
    "Musg, Activité aléatoire": _("Musg, Erratic"),
    "Musg, Apercevoir l’ennemi": _("Musg, Sighting the enemy"),
    "Musg, Attention Chef": _("Musg, Look out, boss!"),
    "Musg, Caractéristiques des personnages": _("Musg, Characteristics"),
    "Musg, Charger au corps à corps": _("Musg, Charging into close combat"),
    "Musg, Chasseur orque": _("Musg, Orc hunter"),
    "Musg, Composition d’une bande": _("Musg, Composition of a warband"),
    "Musg, Corde et grappin": _("Musg, Rope and grapple"),
    "Musg, Courir": _("Musg, Running"),
    "Musg, Coût des améliorations": _("Musg, Price of improvements"),
    "Musg, Description d’un tour": _("Musg, Course of a turn"),
    "Musg, Do you need a ride ?": _("Musg, Do you need a ride?"),
    "Musg, Déploiement": _("Musg, Deployment"),
    "Musg, Envie de charger": _("Musg, Nerve to charge"),
    "Musg, Exception de composition de bande pour le pulp": _("Musg, Pulp: exceptions of composition"),
    "Musg, Fin du tour": _("Musg, End of the turn"),
    "Musg, Frapper": _("Musg, Striking"),
    "Musg, Fuir un corps à corps": _("Musg, Breaking off from close combat"),
    "Musg, Fuir": _("Musg, Fleeing"),
    "Musg, Gain d’expérience ; Utilisation de l’expérience": _("Musg, Gaining experience; Using experience"),
    "Musg, Gain d’expérience": _("Musg, Gaining experience"),
    "Musg, Garde du corps troll": _("Musg, Troll bodyguard"),
    "Musg, Gestion des aliens": _("Musg, Running the aliens"),
    "Musg, Gestion des zombies": _("Musg, Running the zombies"),
    "Musg, Infection": _("Musg, The infection"),
    "Musg, Invasion Alien": _("Musg, Alien invasion"),
    "Musg, Invasion de Zombies": _("Musg, Zombie invasion"),
    "Musg, J’ai entendu quelque chose": _("Musg, I heard something"),
    "Musg, Jet de couvert": _("Musg, Cover roll"),
    "Musg, Jouer en Pulp": _("Musg, Playing pulp"),
    "Musg, Le pulp, c’est le panache": _("Musg, Pulp is panache"),
    "Musg, Mauvaise rencontre": _("Musg, Bad encounter"),
    "Musg, Les figurants": _("Musg, Extras"),
    "Musg, Les héros ne meurent jamais": _("Musg, Heroes never die"),
    "Musg, Les Modules": _("Musg, Modules"),
    "Musg, Les personnages ; Listes facultatives": _("Musg, Characters; Optional lists"),
    "Musg, Marcher": _("Musg, Walking"),
    "Musg, Matériel": _("Musg, Material"),
    "Musg, Mauvaises rencontres": _("Musg, Bad encounters"),
    "Musg, Mercenaires": _("Musg, Mercenaries"),
    "Musg, Médecin marron": _("Musg, Quack doctor"),
    "Musg, Médikit": _("Musg, Medikit"),
    "Musg, Principe de campagne": _("Musg, How a campaign works"),
    "Musg, Profil des aliens": _("Musg, Profile of aliens"),
    "Musg, Profil des figurants": _("Musg, Profile of extras"),
    "Musg, Profil des zombies": _("Musg, Profile of zombies"),
    "Musg, Profils": _("Musg, Profiles"),
    "Musg, Ralliement": _("Musg, Rallying"),
    "Musg, Regroup team !": _("Musg, Regroup team!"),
    "Musg, Délivrer un otage": _("Musg, Freeing a hostage"),
    "Musg, Amorcer - Désamorcer une bombe": _("Musg, Arming and defusing a bomb"),
    "Musg, Rencontre de civils": _("Musg, Meeting civilians"),
    "Musg, Retour des mis hors de combat": _("Musg, Return of the fallen"),
    "Musg, Subir un tir": _("Musg, Under fire"),
    "Musg, Subir une charge": _("Musg, Receiving a charge"),
    "Musg, Tableau des améliorations": _("Musg, Table of improvements"),
    "Musg, Tableau des armes de corps à corps": _("Musg, Table of close combat weapons"),
    "Musg, Tableau des armes de tir": _("Musg, Table of ranged weapons"),
    "Musg, Tableau des dommages": _("Musg, Damage table"),
    "Musg, Tableau des problèmes de booster": _("Musg, Table of booster problems"),
    "Musg, Tableau des véhicules de base": _("Musg, Table of vehicles"),
    "Musg, Tableau des équipements": _("Musg, Table of equipment"),
    "Musg, Test « Subir une charge »": _("Musg, Test “Receiving a charge”"),
    "Musg, Tirer": _("Musg, Shooting"),
    "Musg, Utilisation de l’expérience": _("Musg, Using experience"),
    "Musg, Déplacement d’un véhicule": _("Musg, Driving a vehicle"),
    "Musg, Eperonner un véhicule": _("Musg, Ramming a vehicle"),
    "Musg, Les virages": _("Musg, Turning"),
    "Musg, Passagers et abordage": _("Musg, Passengers and boarding"),
    "Musg, Tirer ou frapper sur un véhicule": _("Musg, Shooting at a vehicle or striking it"),
    "Musg, Utilisation du booster": _("Musg, Using the booster"),
    "Musg, Virer avec le booster": _("Musg, Turning with the booster"),
    "Musg, Volonté de vivre": _("Musg, Will to live"),
}


def _key(printed: str) -> str:
    """Return a heading as all spellings of it have it: stored events keep the apostrophes of their day."""
    return " ".join(printed.replace("'", "’").casefold().split())


_KNOWN: Final = {_key(printed): name for printed, name in _NAMES.items()}


def heading_name(printed: str) -> str:
    """Return a heading in the reader's language; any other text as it is."""
    return str(_KNOWN.get(_key(printed), printed))
