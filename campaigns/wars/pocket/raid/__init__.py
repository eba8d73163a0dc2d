"""The evening of a raid: its words, its forms, its page (Musg, Regroup team !)."""
