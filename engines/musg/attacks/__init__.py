"""One attack: who attacks, what it aims at, how it is rolled, and its exact chances."""
