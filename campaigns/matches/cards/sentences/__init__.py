"""What the steps of the language of effects say, in the reader's language: under a text that is typed in, at a table.

One sentence a verb (``verbs``), one a condition (``conditions``), a word for every value (``values``) and for every
field that a step has beside them (``fields``). Grammar is kept out of the way: numbers stand as
"2 × card", seats in front.
"""

from campaigns.matches.cards.sentences.saying import LANGUAGES, said, sentence

__all__ = ["LANGUAGES", "said", "sentence"]
