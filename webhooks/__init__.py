"""Webhooks: signed messages to a club's website, a chat bot or another program when something happens in an event."""
