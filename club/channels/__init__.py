"""How members are told what is new: on the site, by mail, by push; each chooses per kind of news.

What there is to tell, other rooms say (``campaigns.league.news``); here is who wants it where, and when.
"""
