"""Tests of the streams that tell pages of changes."""
