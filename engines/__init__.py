"""Pure rules engines: no web framework, no clock, no input or output, no hidden randomness."""
