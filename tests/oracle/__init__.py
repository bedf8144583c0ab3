"""Check the product against the rules, stated a second time and applied to the journal.

The facts of each rulebook are typed in from the books (`facts`), events are read from journal entries, and
none of the product's arithmetic is used. `follower` checks an event while it is played (`manage.py play
--check`), `oracle` a finished journal; both use `rules_check`. `docs/simulation.md` lists what is checked.
"""
