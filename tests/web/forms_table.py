"""The forms table: what keeps the form of every address that takes one from undoing, or doing twice, what others did.

A form over a stored row carries what was seen of it and is refused once that is out of date; one that makes something
carries an id of its own, and sent again leads to what it made (``club.once``). Whatever does neither says why.
"""

from __future__ import annotations

from enum import Enum


class Guard(Enum):
    """What a form carries: the names of its hidden fields, without the prefix of the form."""

    SEEN = frozenset({"version", "was", "seen"})
    ONCE = frozenset({"client_id"})
    BOTH = SEEN | ONCE
    """Makes something or changes it, by what was chosen."""


SEEN, ONCE, BOTH = Guard.SEEN, Guard.ONCE, Guard.BOTH

ACCOUNT = "allauth’s own page: a password, a code or a key is asked for, and what was done once is refused again"
SWITCH = "a switch of one value, the reader’s own: the last word counts"
SWITCH_OF_CLUB = "a button that says what it makes of a thing: in use or out of it; pressed twice it says the same"
STATE = "one button, about a state: where the thing is in another one by now, the operation refuses or does nothing"
ANSWER = "says what one person wants, whole: said twice it says the same, and nobody else may say it"
NAMED = "names the very offer that it answers: one that is over by now is refused, and answers nothing else"
JOB = "asks for work: while the same is under way it is refused"
COUNTS = "counts at the table: each figure’s count has a version of its own, two phones’ are joined"
PRESS = "takes back one’s own last entry, one at a press; the pad shows at once which"
DRAFT = "adds to the campaign’s one draft, where each edit is seen, and may be left out, before it is decided"

FORMS: dict[str, Guard | str] = {
    # Accounts
    **dict.fromkeys(
        [
            "account_change_password",
            "account_confirm_login_code",
            "account_email",
            "account_login",
            "account_logout",
            "account_reauthenticate",
            "account_reset_password",
            "account_reset_password_from_key",
            "account_set_password",
            "account_signup",
            "club:invitation",
            "club:invitation_link",
            "mfa_activate_totp",
            "mfa_add_webauthn",
            "mfa_authenticate",
            "mfa_deactivate_totp",
            "mfa_edit_webauthn",
            "mfa_generate_recovery_codes",
            "mfa_login_webauthn",
            "mfa_reauthenticate",
            "mfa_reauthenticate_webauthn",
            "mfa_remove_webauthn",
            "usersessions_list",
        ],
        ACCOUNT,
    ),
    "club:end_session": STATE,
    # The club
    "club:close": "closes an account for good, with its password",
    "club:paper": SWITCH,
    "club:first_steps": SWITCH,
    "club:place": SEEN,
    "club:place_new": ONCE,
    "club:place_retire": SWITCH_OF_CLUB,
    "club:profile": SEEN,
    "club:set_appearance": SWITCH,
    "club:set_language": SWITCH,
    "club:settings": SEEN,
    "club:table": SEEN,
    "club:table_new": ONCE,
    "club:table_retire": SWITCH_OF_CLUB,
    "campaigns:availability": SEEN,
    "campaigns:away": ONCE,
    "campaigns:away_back": STATE,
    "campaigns:news_off": SWITCH,
    "campaigns:news_read": "says up to which one the reader saw them",
    # Warbands
    "rosters:copy": ONCE,
    "rosters:hire": SEEN,
    "rosters:import": ONCE,
    "rosters:new": ONCE,
    "rosters:outfit": SEEN,
    "rosters:portrait": "puts a picture in the place of the one that the page shows; once more, it is the same",
    "rosters:portrait_remove": STATE,
    "rosters:shop": SEEN,
    "rosters:start": SEEN,
    "rosters:step": SEEN,
    "rosters:take_back": SEEN,
    "rosters:undo": SEEN,
    "rosters:visibility": SWITCH,
    # Campaigns
    "campaigns:add_members": STATE,
    "campaigns:apply": ANSWER,
    "campaigns:change_member": STATE,
    "campaigns:change_round": SEEN,
    "campaigns:dashboard": ONCE,
    "campaigns:desk_step": "steps about a state, each checked again; what settles a report carries its version",
    "campaigns:enlist": ONCE,
    "campaigns:enlist_accept": SEEN,
    "campaigns:enlist_decline": STATE,
    "campaigns:hire": ONCE,
    "campaigns:join": ANSWER,
    "campaigns:join_link": ANSWER,
    "campaigns:leave": ANSWER,
    "campaigns:new": ONCE,
    "campaigns:own_scenario_drop": SEEN,
    "campaigns:own_scenario_edit": SEEN,
    "campaigns:own_scenario_new": ONCE,
    "campaigns:pairing": ONCE,
    "campaigns:power": ONCE,
    "campaigns:renew_code": "makes the code useless that the page shows; the next page shows the new one",
    "campaigns:rounds": ONCE,
    "campaigns:schedule": ONCE,
    "campaigns:settings": SEEN,
    "campaigns:warband_power": SEEN,
    "campaigns:withdraw": STATE,
    "campaigns:booklets": JOB,
    "campaigns:booklet_call_off": STATE,
    "campaigns:booklet_retry": STATE,
    "campaigns:booklet_throw_away": STATE,
    # Single games
    "campaigns:single_alone": SEEN,
    "campaigns:single_bring": ONCE,
    "campaigns:single_change": SEEN,
    "campaigns:single_new": ONCE,
    "campaigns:single_swap": SEEN,
    "campaigns:single_take_out": STATE,
    # Battles
    "campaigns:aftermath_all": STATE,
    "campaigns:aftermath_begin": SEEN,
    "campaigns:aftermath_call_off": SEEN,
    "campaigns:aftermath_die": SEEN,
    "campaigns:aftermath_die_back": SEEN,
    "campaigns:aftermath_retry": STATE,
    "campaigns:battle_edit": SEEN,
    "campaigns:call_off_round": DRAFT,
    "campaigns:cancel": SEEN,
    "campaigns:dates": SEEN,
    "campaigns:date_accept": NAMED,
    "campaigns:date_decline": NAMED,
    "campaigns:confirm": SEEN,
    "campaigns:consent": ANSWER,
    "campaigns:correct_battle": DRAFT,
    "campaigns:correct_forgotten": DRAFT,
    "campaigns:correct_step": DRAFT,
    "campaigns:correction_decide": SEEN,
    "campaigns:correction_dice": SEEN,
    "campaigns:correction_drop": SEEN,
    "campaigns:correction_leave_out": SEEN,
    "campaigns:correction_take_back": SEEN,
    "campaigns:crews": SEEN,
    "campaigns:dispute": SEEN,
    "campaigns:evening_begin": STATE,
    "campaigns:evening_enter": SEEN,
    "campaigns:evening_take_back": SEEN,
    "campaigns:evening_throw_away": SEEN,
    "campaigns:forecast": JOB,
    "campaigns:forecast_cancel": STATE,
    "campaigns:forecast_retry": STATE,
    "campaigns:ground": SEEN,
    "campaigns:ground_map": "draws what is typed; nothing is kept",
    "campaigns:report": SEEN,
    "campaigns:report_tally": COUNTS,
    "campaigns:resolution_call_off": STATE,
    "campaigns:resolution_retry": STATE,
    "campaigns:resolve": STATE,
    "campaigns:settle": SEEN,
    "campaigns:standing_consent": ANSWER,
    "campaigns:tally": COUNTS,
    # Matches
    "campaigns:change_guest": STATE,
    "campaigns:match_again": ONCE,
    "campaigns:match_bring_back": SEEN,
    "campaigns:match_by_code": SEEN,
    "campaigns:match_cancel": SEEN,
    "campaigns:match_card_copy": "leaves out what the set has by the same name: copied twice it is there once",
    "campaigns:match_card_drop": SEEN,
    "campaigns:match_card_kind": BOTH,
    "campaigns:match_card_set": SEEN,
    "campaigns:match_card_share": SEEN,
    "campaigns:match_cards": ONCE,
    "campaigns:match_cards_remove": STATE,
    "campaigns:match_code": STATE,
    "campaigns:match_code_entry": "looks a match up by its code",
    "campaigns:match_confirm": SEEN,
    "campaigns:match_dispute": SEEN,
    "campaigns:match_edit": SEEN,
    "campaigns:match_enter": ONCE,
    "campaigns:match_entry": SEEN,
    "campaigns:match_finish": SEEN,
    "campaigns:match_import": ONCE,
    "campaigns:match_insert": SEEN,
    "campaigns:match_keeper": SEEN,
    "campaigns:match_open": ONCE,
    "campaigns:match_record": ONCE,
    "campaigns:match_reopen": SEEN,
    "campaigns:match_season": SEEN,
    "campaigns:match_seat": SEEN,
    "campaigns:match_settle": SEEN,
    "campaigns:match_strike": SEEN,
    "campaigns:match_undo": PRESS,
    "campaigns:season_import": ONCE,
    "campaigns:season_scheme": SEEN,
    # Card tables
    "tables:balance": JOB,
    "tables:balance_cancel": STATE,
    "tables:balance_retry": STATE,
    "tables:bots": ONCE,
    "tables:call_off": STATE,
    "tables:take_back": STATE,
    "tables:come_back": STATE,
    "tables:fill": STATE,
    "tables:hurry": STATE,
    "tables:leave": STATE,
    "tables:new": ONCE,
    "tables:play": SEEN,
    "tables:rematch": ONCE,
    "tables:remind": STATE,
    "tables:replace": SEEN,
    "tables:resign": STATE,
    "tables:season": "one choice, the opener’s own: the last word counts",
    "tables:seat": STATE,
    "tables:sit": STATE,
    "tables:start": STATE,
    "tables:step_aside": STATE,
}
"""By URL name."""
