"""Tokens for programs: a member makes, names and revokes them, and what they send is done as that member.

A token says what it is (``arb_``) and carries a check sum, so that scanners of published code find it and a mistyped
one costs no query. No program can make, widen or revoke tokens: there is a page for it and no address of the API.
"""
