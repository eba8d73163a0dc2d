"""Signing in with an account elsewhere: Discord, Google, or any server that speaks OpenID Connect.

Allauth talks to the servers. Which there are is said by the operator alone (``servers``), never by a row of the
database; whom somebody from there is here is decided in ``adapter``, and what becomes of it in ``operations``.
"""
