"""Pages: parse, authorise, act, answer. Nothing else happens here."""
