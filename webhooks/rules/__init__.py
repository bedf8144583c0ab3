"""Pure functions of webhooks."""
