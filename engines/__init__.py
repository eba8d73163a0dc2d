"""Pure rules engines: no web framework, no clock, no input or output, no hidden randomness."""

from importlib import import_module
from importlib.util import find_spec

if find_spec("engines_compiled") is not None:
    # The optional wheel (README, Compiled engines): it takes the place of sources only if it was made of these.
    import_module("engines_compiled").install(__path__[0])
