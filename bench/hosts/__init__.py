"""A festival on several hosts, each a network namespace of this machine: `make hosts`."""
