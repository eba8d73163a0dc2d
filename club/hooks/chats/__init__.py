"""The chats: for each the request that writes a message or changes it, and how its answers are read.

All of them go out by ``club.outward``, which decides to which address they connect.
"""
