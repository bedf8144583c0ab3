"""Migrations of the app `operations` as a later version could have them."""
