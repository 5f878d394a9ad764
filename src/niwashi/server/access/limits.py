"""The rate limits of one node, by the settings."""

from __future__ import annotations

from niwashi.server.clock import Clock
from niwashi.server.ops.rate_limits import Buckets, Rate
from niwashi.server.settings import Settings


class RateLimits:
    """Each bucket is named by a person's id or by a client's address."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        def buckets(rate: Rate) -> Buckets:
            return Buckets(rate, clock.seconds)

        self.people = buckets(settings.per_person)
        self.addresses = buckets(settings.per_address)
        self.sessions = buckets(settings.sessions_per_address)
        self.passwords = buckets(settings.passwords_per_address)
        self.account_passwords = buckets(settings.passwords_per_account)
        self.tables = buckets(settings.tables_per_person)
        self.chat = buckets(settings.chat_per_person)
        self.hints = buckets(settings.hints_per_person)
        self.reviews = buckets(settings.reviews_per_person)
        self.studies = buckets(settings.studies_per_address)
