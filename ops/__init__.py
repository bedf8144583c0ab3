"""Running the room on a machine: the runner, and the search for Redis, PostgreSQL and Chromium. No Django."""
