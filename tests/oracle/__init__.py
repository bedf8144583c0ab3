"""An oracle that reads the journal alone and says what should have happened.

It imports nothing of the rules, boards or actions of the product: what a book says is typed from the rulebooks
(`facts`), what happened is read from the lines (`rows`). `docs/play.md` says what it looks at.
"""
