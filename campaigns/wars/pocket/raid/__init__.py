"""The evening of a raid: its forms, its page (Musg, Regroup team !)."""
