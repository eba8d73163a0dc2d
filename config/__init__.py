"""Joins the rooms together: settings, addresses, the worker."""

from config.lazily import put_off

put_off()
