"""Hit points and ammunition counted at the table, kept with a battle until it is reported."""
