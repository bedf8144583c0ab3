"""Leases: which of several equal processes is in charge."""

from django.db import models


class Lease(models.Model):
    """Who is in charge of something, and until when. Changes no tournament, so it is not journalled."""

    name = models.CharField(max_length=20, primary_key=True)
    holder = models.CharField(max_length=100)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
