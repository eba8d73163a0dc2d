"""How the site is found and shared: what crawlers may read, what a link shows, parts of pages elsewhere, feeds.

All of it is for strangers. Whatever stands here is what somebody without an account may read, whoever asks: what a page
says of itself is written for visitors alone, and the addresses of this room take no cookie (``strangers``).

Other rooms say when they start which of their pages may be found and what these are about (``openings``), what of them
can stand on other sites (``excerpts``), what there is to follow (``feeds``) and which pages there are (``sitemap``).
"""
