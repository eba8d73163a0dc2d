"""Portraits of figures and of whole warbands: taken in with care, kept with the warband, shown to its readers."""
