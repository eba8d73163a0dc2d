"""Signing in to other sites of the club by this one: a forum, a wiki, a cloud. OpenID Connect, as allauth speaks it.

A club admin says which sites there are (``admin``); while there is none, all of it answers 404. What they are told of a
member is in ``adapter``, in which groups somebody is in ``groups``, where each room adds its own.
"""
