"""A raid at a table with real miniatures: alert, rounds, hostages and the bomb (Musg, Regroup team !)."""
