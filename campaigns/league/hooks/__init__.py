"""Webhooks and chats of the club and of campaigns: fed with news, sent by workers, looked after by referees."""
