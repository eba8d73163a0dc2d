"""Scenarios on the site: the library to read, and those that referees make themselves."""
