"""Parse docstrings of commands for the documentation."""

import inspect
import re
from dataclasses import dataclass, field

from tourney.journal.arguments import groups_of

_SECTION = re.compile(r"^(Args|Raises|Returns|Attributes):$")
_ARGUMENT = re.compile(r"^ {4}([a-z_]+(?:, [a-z_]+)*): (.+)$")


@dataclass(frozen=True, slots=True)
class Words:
    """A parsed docstring.

    Attributes:
        summary: its first paragraph, on one line.
        text: the paragraphs after it, up to the first section.
        arguments: text of each argument; arguments described together share it.
    """

    summary: str
    text: str
    arguments: dict[str, str] = field(default_factory=dict)


def words_of(documented: object) -> Words:
    """Parse the docstring of a function, with those of the groups of arguments that it takes."""
    paragraphs: list[list[str]] = [[]]
    arguments: dict[str, str] = {}
    section = ""
    names: list[str] = []
    for line in (inspect.getdoc(documented) or "").splitlines():
        found = _SECTION.match(line)
        if found:
            section = found[1]
        elif not section:
            if line:
                paragraphs[-1].append(line.strip())
            else:
                paragraphs.append([])
        elif section in ("Args", "Attributes") and line:
            argument = _ARGUMENT.match(line)
            if argument:
                names = argument[1].split(", ")
                arguments.update(dict.fromkeys(names, argument[2].strip()))
            else:
                arguments.update({name: f"{arguments[name]} {line.strip()}" for name in names})
    if inspect.isfunction(documented):
        for group in groups_of(documented).values():
            arguments |= words_of(group).arguments
    whole = [" ".join(paragraph) for paragraph in paragraphs if paragraph]
    return Words(whole[0] if whole else "", "\n\n".join(whole[1:]), arguments)
