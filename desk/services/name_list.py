"""People in words, for what journal lines of the desk say."""

from collections.abc import Sequence

from django.utils.translation import ngettext

# So many of those a line is about are named; the others are counted.
NAMED = 3


def people(names: Sequence[str], count: int) -> str:
    """ "Ada", "Ada, Bob, Cid and 4 more"; "7 people" where nobody was named when the line was written.

    Args:
        names: of the first of them, at most `NAMED`.
        count: how many there are altogether.
    """
    if not names:
        return ngettext("%(n)s person", "%(n)s people", count) % {"n": count}
    listed, more = ", ".join(names), count - len(names)
    if more <= 0:
        return listed
    return ngettext("%(names)s and %(n)s more", "%(names)s and %(n)s more", more) % {
        "names": listed,
        "n": more,
    }
