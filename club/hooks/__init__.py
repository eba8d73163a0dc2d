"""Others are told what happens: webhooks, and messages in chats that are edited as the thing goes on.

Rooms say which events there are and what is to be read about their subjects (``codes``), and that something happened
(``happenings``); whoever runs jobs is woken (``happenings.on_due``) and lets ``sending`` send what is due.
"""
