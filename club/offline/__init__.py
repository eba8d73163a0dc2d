"""The site without a network: the service worker, what it may keep and for whom, the manifest of the installed site.

The worker is plain JavaScript in ``static/js/offline/``. It decides nothing about rights: each answer says for whom it
was made and whether it may be kept (``middleware``), by a list that rooms make of their own addresses (``keeping``).
"""
