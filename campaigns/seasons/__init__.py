"""What many matches come to: seasons and their standings, ratings, statistics, files in and out.

May ask ``matches``, ``wars``, ``league`` and ``jobs``. ``kind`` is what the league knows of a season.
"""
