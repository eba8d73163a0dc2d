"""Where the club plays: its places, and the tables that stand there."""
