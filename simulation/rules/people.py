"""Names of invented players. Pure."""

from itertools import product

_FIRST = """
Alma Arno Bea Bodo Cara Cosmo Dana Dario Edda Elio Fenja Fides Gero Gitta Hanno Hedda Ilja Ines Jaro Jule Kai Kira Lando
Lene Malo Mira Nando Nele Odo Oda Pepe Pia Quirin Rahel Runa Sami Selma Taro Tilda Udo Uta Veit Vera Wanja Wilma Xaver
Yara Yuri Zeno Zoe
"""
_BEGINNING = (
    "Adler Birn Dorn Eich Feder Gras Hasel Kiesel Linden Mühl Nuss Ried Sand Tann Ufer Wald Wiesen Ziegel"
)
_END = "bach berg feld furt garten hof hauser kamp mann rieder thaler wieser"


def most() -> int:
    """Return the number of different names."""
    return len(_FIRST.split()) * len(_BEGINNING.split()) * len(_END.split())


def names(count: int) -> list[str]:
    """Return different names, always the same ones in the same order, with unlike neighbours.

    Args:
        count: `most()` at most.

    Raises:
        ValueError: there are too few names.
    """
    if count > most():
        raise ValueError(f"There are {most()} names, not {count}.")
    first_names = _FIRST.split()
    families = [begin + end for begin, end in product(_BEGINNING.split(), _END.split())]
    found = []
    for at in range(count):
        turn, first = divmod(at, len(first_names))
        found.append(f"{first_names[first]} {families[(turn + 37 * first) % len(families)]}")
    return found
