"""Who may come in: accounts, tickets, bans, origins."""
