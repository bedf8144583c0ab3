"""Read models of webhooks."""
