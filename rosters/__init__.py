"""Warbands on paper: the journal, the muster builder, the roster, sheets, export and import.

May ask ``club`` and the engines. Campaigns open warbands to more people and follow their steps by registering.
"""
