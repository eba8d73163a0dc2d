"""Musg battles played at the site: how they begin, what is decided, who is away, how they end."""
