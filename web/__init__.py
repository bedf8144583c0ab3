"""Pages: parse, authorise, run a command, respond."""
