"""What a referee may do besides judging: to one warband, to rounds and battles, on the tables of the rulebook."""
