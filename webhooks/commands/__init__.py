"""Commands of webhooks."""
