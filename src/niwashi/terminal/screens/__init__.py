"""The screens of the full-screen client. They need the extra “terminal”."""
