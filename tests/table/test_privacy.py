"""The accounts in a log: entries that name one say so, and can be rewritten without it."""

from __future__ import annotations

from niwashi.table import privacy
from niwashi.table.entries import decode_entry
from niwashi.wire import requests
from tests.table.owners import Owner

ACCOUNT, OTHER = "account-of-aki", "account-of-bo"


def played_table() -> Owner:
    """A table whose host sits, stands up and sits down again, and at which most things happen."""
    owner = Owner("miyabi", seats=2)
    owner.table, batch = owner.table.open("t", "miyabi", host=ACCOUNT, secret=bytes(16), now=owner.now, seats=2)
    owner.bodies = []
    owner.store(batch)
    owner.done(ACCOUNT, requests.Sit, name="Akiko", seat=0)
    owner.done(ACCOUNT, requests.Leave)
    owner.done(ACCOUNT, requests.Sit, name="Akiko", seat=1)
    owner.done(OTHER, requests.Sit, name="Bo")
    owner.done(ACCOUNT, requests.Nonce, text="mine")
    owner.done(ACCOUNT, requests.Start)
    owner.play(4)
    owner.presence(ACCOUNT, here=False)
    owner.presence(ACCOUNT, here=True)
    owner.done(ACCOUNT, requests.Pause)
    owner.done(OTHER, requests.Decline, seq=owner.table.seq)
    owner.done(ACCOUNT, requests.Resign, seat=owner.table.seat_of(ACCOUNT))
    return owner


def test_every_entry_with_an_account_is_mentioned_and_can_be_anonymised() -> None:
    """Fails for an entry that names an account in a field that `privacy` does not know."""
    owner = played_table()
    mentioned = dict(privacy.mentions(decode_entry(body) for body in owner.bodies))
    assert ACCOUNT in mentioned.values()
    log = [
        privacy.anonymise(body, ACCOUNT, "gone-1") if mentioned.get(place) == ACCOUNT else body
        for place, body in enumerate(owner.bodies)
    ]
    for body in log:
        assert ACCOUNT.encode() not in body
        assert b"Akiko" not in body
    assert "gone-1" in owner.table.rebuild(log).people


def test_an_entry_that_names_another_account_stays_as_it_is() -> None:
    for body in played_table().bodies:
        assert privacy.anonymise(body, "nobody-here", "gone-1") == body


def test_the_keys_of_an_accounts_commands_begin_with_its_prefix() -> None:
    keys = played_table().answers
    own = [key for key in keys if key.startswith(privacy.command_prefix(ACCOUNT))]
    assert own
    assert not any(ACCOUNT in key for key in keys if key not in own)


def test_a_batch_says_which_of_its_entries_name_an_account() -> None:
    owner = Owner("miyabi", seats=2)
    result = owner.table.set_presence("aki", True, owner.now)
    assert result.batch is None
    owner.done("aki", requests.Sit, name="Aki")
    assert list(privacy.mentions(map(decode_entry, owner.bodies))) == [(0, "aki"), (1, "aki")]
