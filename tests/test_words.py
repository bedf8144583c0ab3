"""Every text on screen is translated into each language, correctly formatted."""

import re

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings

from tests.fixtures.catalogues import keys, originals, translated
from tourney.management.commands.collect_messages import CATALOGUES, catalogue, texts

# Placeholders, and marks and names that must stay unchanged.
PLACES = re.compile(
    r"%\(\w+\)s|%|\{\w+\}|</?\w+>|/tv/|command_id|Content-Type: application/json|Authorization: Bearer|Idempotency-Key"
)
# The opening and the closing quotation mark.
QUOTES = {"de": "„“", "fr": "«»", "it": "«»"}
# Marks that are foreign to a language, and a space in front of a mark that could break the line there.
FOREIGN = {
    "de": r"”|«|»|\"",
    "fr": r"“|”|„|\"| [:;?!»]|« |(?<!Bearer)[ \u00a0]…|[^\u00a0\s\d>](?:[;?!](?!\w))|(?<!\d)'",
    "it": r"“|”|„|\"| [:;?!]|(?<!Bearer) …|(?<!\d)'",
}
# Quoted as a program writes it.
JSON = re.compile(r'"format": "%\(format\)s"')
# Nouns that are the same in singular and plural.
INVARIABLE = {
    "de": ("Level", "Beutel", "Mal."),
    "fr": ("fois", "prix", "mois", "KO", "ex æquo", "tapis"),
    "it": (
        "chip",
        "livelli",
        "rebuy",
        "bounty",
        "flight",
        "buy-in",
        "re-entry",
        "add-on",
        "time bank",
        "KO",
        "pari merito",
    ),
}

# Words that are the same in English and in another language, also as terms of poker.
SAME = {
    "de": """
    add all ante antes app blind blinds bonus bounties bounty button buy cannonball chip chips code comp
    comps credits cup deal dealer deals demo demos draw enter entries entry fanfare fills filter
    flight floor flop format freezeout ghost ghosts gong hand hold icm jackpot journal knockout
    knockouts landesliga layout layouts letter level levels live lobby login logins logo maximum
    misdeal mystery name normal offline omaha ons orbits overlays partner person race rake razz
    rebuy rebuys reserve rotation run satellite server sponsor stack stacks stake start status straddle stud
    superuser surrender system tablets team test text ticket tickets token total tray twice version
    webhook webhooks passkey
    """,
    "fr": """
    absent accent accessible action actions add all ante antes bank banks big blind blinds bonus
    bounties bounty button buy cannonball card cash champion chip chop clock code comp comps contact
    correction ctrl deal deals disqualification draw entries entry exclusion face fanfare fixed
    flight floor flop format freezeout game games gong hold icm jackpot journal knockout knockouts
    landesliga leaders letter limit live logo mail maximum menu message messages min minute minutes
    mode move multi must mystery normal note notes occasion omaha ons out page pages pause photo
    play point points pool position pot prize race rake razz rotation rotations round run satellite
    secret sections seven shot show signature small soft source split sponsor start straddle
    structure structures stud table tables test the ticket tickets time total twice type urgent
    version volume webhook webhooks win session lobby
    """,
    "it": """
    add all ante app bank big blind bonus bounty button buy cannonball card cash chip chop clock comp
    ctrl day deal dealer demo draw entries entry file fixed flight floor flop formula freezeout game
    ghost gong hold home icm jackpot knockout landesliga late layout letter limit live login logo
    mail menu min misdeal move multi must mystery nickname offline omaha out partner password play
    pot race rake razz rebuy registration round run satellite seat seed server seven shot show small
    soft split sponsor stack staff start straddle stud superuser surrender the ticket time token
    trigger twice volume voucher webhook win passkey lobby
    """,
}
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")
LETTERS = re.compile(r"[^\W\d_]{3,}")


@pytest.fixture(scope="module")
def written() -> Catalog:
    """Collect the texts of code and templates."""
    return texts()


def test_every_language_has_a_catalogue() -> None:
    assert {code.partition("-")[0] for code, _name in settings.LANGUAGES} == {"en", *CATALOGUES}


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_text_of_code_and_templates_is_in_the_catalogue_and_no_other(
    language: str, written: Catalog
) -> None:
    wanted, known = keys(written), keys(catalogue(language)[1])
    assert wanted - known == set(), "new: run `manage.py collect_messages` and translate"
    assert known - wanted == set(), "gone from the code: run `manage.py collect_messages`"


def test_no_text_is_without_its_translation(translations: list[Message]) -> None:
    assert [one.id for one in translations if not all(form.strip() for form in translated(one))] == []
    assert [one.id for one in translations if one.fuzzy] == []


def test_both_plural_forms_are_translated(catalogued: Catalog, translations: list[Message]) -> None:
    plurals = [message for message in translations if message.pluralizable]
    assert plurals
    assert catalogued.num_plurals == 2
    same = INVARIABLE[str(catalogued.locale)]
    for message in plurals:
        one, many = translated(message)
        alike = len(set(originals(message))) == 1 or any(noun in one for noun in same)
        assert one != many or alike, message.id


def test_translations_carry_the_same_places_and_marks_as_their_originals(translations: list[Message]) -> None:
    wrong = [
        (original, form)
        for message in translations
        for original, form in zip(originals(message), translated(message), strict=True)
        if sorted(PLACES.findall(original)) != sorted(PLACES.findall(form))
    ]
    assert wrong == []


def test_sentences_stay_sentences_and_labels_stay_labels(translations: list[Message]) -> None:
    ends = ".:?!…"
    wrong = [
        (originals(message)[-1], form)
        for message in translations
        for form in translated(message)[-1:]
        if (originals(message)[-1][-1] in ends) != (form[-1] in ends) and not form.endswith(("Min.", "N°"))
    ]
    assert wrong == []


def test_quotation_marks_and_spaces_are_those_of_the_language(
    catalogued: Catalog, translations: list[Message]
) -> None:
    language = str(catalogued.locale)
    opening, closing = QUOTES[language]
    forms = [form for message in translations for form in translated(message)]
    assert [form for form in forms if form.count(opening) != form.count(closing)] == []
    assert [form for form in forms if re.search(FOREIGN[language], JSON.sub("", form))] == []


def test_texts_that_stay_english_are_terms_of_the_language_too(
    catalogued: Catalog, translations: list[Message]
) -> None:
    same = {word.removesuffix("s") for word in SAME[str(catalogued.locale)].split()}
    kept = {
        form
        for message in translations
        for original, form in zip(originals(message), translated(message), strict=True)
        if form == original
    }
    found = {
        text: sorted(other)
        for text in kept
        if (
            other := {word.lower().removesuffix("s") for word in LETTERS.findall(PLACEHOLDER.sub("", text))}
            - same
        )
    }
    assert found == {}


def test_no_text_has_two_spaces_or_one_at_an_end(translations: list[Message]) -> None:
    wrong = [
        form
        for message in translations
        for original, form in zip(originals(message), translated(message), strict=True)
        if "  " in form or (form.strip(" \n") != form and original.strip() == original)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("other", "word"),
    [("Reservation", "Reservierung"), ("Schnitt", "Durchschnitt"), (r"Ctrl|Control", "Strg")],
)
def test_german_has_one_word_for_a_term(messages: list[Message], other: str, word: str) -> None:
    forms = [form for message in messages for form in translated(message)]
    assert [form for form in forms if re.search(rf"\b({other})", form)] == []
    assert [form for form in forms if re.search(rf"\b{word}", form)] != []


def test_labels_are_short_enough_for_the_places_made_for_the_english_ones(
    translations: list[Message],
) -> None:
    """Texts on displays, buttons and column headers; placeholders take the same room."""
    tight = {
        "Next level", "Break in", "Players", "Average stack", "Average", "Level over", "Paused", "Last minute",
        "Clock stopped", "Event over", "Colour-up: {values}", "Last hand before the next level", "Pause", "Resume",
        "Start now", "Next", "Back", "Last hand", "Players left", "Entries", "Undo", "Clock control", "Structure",
        "Journal", "Details", "Events", "Displays", "Tables", "Rulebooks", "Staff logins", "Room",
    }  # fmt: skip
    found = {originals(message)[0]: translated(message)[0] for message in translations}
    assert tight - set(found) == set()
    assert {
        text: found[text] for text in tight if len(found[text]) > max(1.35 * len(text), len(text) + 6)
    } == {}
