"""Work that outlives a request: the row, the claim, the sweeper, simulations in parts.

Knows none of the other rooms: who works on which jobs, and what else is done at every sweep, they register.
"""
