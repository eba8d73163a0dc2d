"""The table of a battle: laid out, changed by hand, drawn as a map."""
