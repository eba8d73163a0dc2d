"""The attack calculator: exact odds of one attack between two figures, or between free numbers, with every reason.

``sides`` says who attacks whom, ``question`` turns a filled-in form into what the engine asks for, ``answer`` into what
the page shows; ``chart`` draws it.
"""
