"""Commands that print figures."""
