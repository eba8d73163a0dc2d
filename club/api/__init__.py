"""What every address of the API shares: who asks, what a refusal looks like, versions, repeats, lists.

Each room states its own part in its ``api.py``, over the loaders and operations of its pages; ``config.api`` joins
them. What is answered are msgspec structs, described to others by their own types and docstrings (``structs``).
"""
