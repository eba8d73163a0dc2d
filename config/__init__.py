"""Joins the rooms together: settings, addresses, the worker."""
