"""Request limits and proxy handling that run before Django."""
