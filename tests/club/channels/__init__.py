"""How members are told."""
