"""Civilians whom the aliens keep, by campaign: they stand in no journal, the reports of battles tell of them (M330)."""
