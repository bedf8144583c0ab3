"""Commands for penalties."""
