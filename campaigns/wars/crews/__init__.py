"""Who begins a battle in which vehicle: each player chooses for the own warband (ruling M348)."""
