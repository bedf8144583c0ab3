"""Services of stages."""
