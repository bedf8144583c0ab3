"""Players in a saved file of The Tournament Director 3, as the sheet that the import reads. Pure."""

from tourney.rules.director_file import is_director_file, read_director_file, things
from tourney.rules.text_files import join_csv


def sheet_of_director(text: str) -> str:
    """Return the players of a saved file as CSV; any other text as it is.

    A player without first and last name has the nickname as the name. Contacts are left out, as the file holds no
    consent to keep them.

    Raises:
        BrokenText: the file is damaged.
    """
    if not is_director_file(text):
        return text
    rows = [["Name", "Nickname"]]
    for player in things(read_director_file(text), "PlayerName"):
        nickname = player.text("Nickname")
        full = f"{player.text('Firstname')} {player.text('Lastname')}".strip()
        if full or nickname:
            rows.append([full or nickname, nickname if full and nickname != full else ""])
    return join_csv(rows, ",")
