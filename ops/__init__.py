"""Running the room on a machine: the runner, and what finds Redis, PostgreSQL and Chromium. No Django."""
