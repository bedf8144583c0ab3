"""Shared reads of webhooks, and the sender."""
