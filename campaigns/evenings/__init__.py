"""The club's evenings: who comes, which games are played, who sits at which table."""
