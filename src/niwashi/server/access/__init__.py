"""Access control: accounts, tickets, bans, origins, rate limits."""
