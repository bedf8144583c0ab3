"""The rules a second time, to check the product with: what should have happened, said from the journal.

What a book says is typed from the rulebooks (`facts`), what happened is read from journal entries, and no arithmetic
of the product is used. `follower` checks an event while it is played (`manage.py play --check`), `oracle` a finished
journal, and both ask `rules_check`. `docs/simulation.md` says what is checked.
"""
