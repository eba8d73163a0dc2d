"""What is it worth? Battles with a thing and without it, and the price at which it would be fair.

**What fair means.** A thing is worth what the same points would do for the same warband otherwise. So a *company* of
six (leader and lieutenant with axe and bow, four henchmen with daggers) is made twice. One has the thing, so many of it
as ``subject`` says: four blades, three guns or four shields for henchmen, who have no such thing yet; equipment
and skills for the two heroes; up to four who join, armed; a mercenary, engaged and paid for this battle. The other has
not, and spends what they would cost. Both cost the same, whatever the price; both fight the same three opponents; the
price is fair at which they win as often.

**What freed points buy.** Always the same list, at the catalogue's prices: first an axe for each of the four henchmen
and two more men with axes (46 points), then four more of those (52). What does not pay for a whole step buys it in a
share of the battles: 23 points are the first step in every other battle. So the price may be any number, and the
more there is to spend, the more is won. Beyond 98 points nothing is bought: a fair price there is said to be *above*
what can be tried, and one of less than nothing to be *below* 0.

**What is counted.** In a round every band fights every opponent on one table, twice, with the deployment zones
exchanged, and all bands by the same dice; such a pair is what margins are reckoned with. The band with the thing is the
same at every price, and so are the steps, so all prices are judged by the same battles. Round number n of a seed is
always the same: rounds may be fought anywhere and merged in any order.

**What it does not say.** It is worth that to this company, against these opponents, led by these players. Whoever leads
better may make more of it, and what unfolds over a campaign (experience, injuries, money, the fees of mercenaries)
counts for nothing.

>>> from engines.musg import weighing
>>> from engines.musg.catalogue.printed import CATALOGUE
>>> sword = weighing.Subject(weighing.Kind.ITEM, "sword")
>>> plan = weighing.plan_for(CATALOGUE, sword, battles=400, seed=7)
>>> weighing.price(CATALOGUE, sword), weighing.bracket(plan)
(5, (0.0, 24.5))
>>> plan.battles, len(weighing.parts(plan))
(408, 17)
>>> weighing.weigh_part(CATALOGUE, plan, 3).rounds
(3,)
"""

from engines.musg.weighing.part import Part, merge
from engines.musg.weighing.plan import Plan, mark_of, parts, plan_for
from engines.musg.weighing.reference import OPPONENTS, Opponent
from engines.musg.weighing.rounds import Baseline, baseline, weigh_part
from engines.musg.weighing.subject import Kind, Subject, price, problems
from engines.musg.weighing.weight import Difference, FairPrice, Verdict, Weight, bracket, weight

__all__ = [
    "OPPONENTS",
    "Baseline",
    "Difference",
    "FairPrice",
    "Kind",
    "Opponent",
    "Part",
    "Plan",
    "Subject",
    "Verdict",
    "Weight",
    "baseline",
    "bracket",
    "mark_of",
    "merge",
    "parts",
    "plan_for",
    "price",
    "problems",
    "weigh_part",
    "weight",
]
