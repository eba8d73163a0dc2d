"""Tests of what every address of the API shares."""
