"""The cash room: games, waiting lists, seats, absences and money beside the tournaments."""
