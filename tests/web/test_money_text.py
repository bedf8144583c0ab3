"""Prices on pages: whole amounts without decimals, the currency where the language puts it."""

import pytest
from django.utils import translation

from desk.services.prices import price_text, with_currency
from web.shared.forms import Form
from web.shared.money import amount_in, plain_money_text

PRICES = [
    (2_000, "EUR", "en", "€20"),
    (2_000, "EUR", "de", "20\u00a0€"),
    (2_000, "EUR", "de-at", "€\u00a020"),
    (2_000, "CHF", "de-ch", "CHF\u00a020"),
    (2_000, "CHF", "en", "CHF\u00a020"),
    (2_000, "CHF", "de", "20\u00a0CHF"),
    (125_050, "EUR", "en", "€1,250.50"),
    (125_050, "EUR", "de", "1.250,50\u00a0€"),
    (125_050, "CHF", "de-ch", "CHF\u00a01'250.50"),
    (125_050, "EUR", "fr", "1\u00a0250,50\u00a0€"),
    (125_050, "CHF", "fr-ch", "CHF\u00a01'250.50"),
    (125_050, "EUR", "it", "1.250,50\u00a0€"),
    (2_800_000, "USD", "en", "$28,000"),
    (-500, "EUR", "en", "−€5"),
    (-550, "EUR", "de", "−5,50\u00a0€"),
    (0, "GBP", "en", "£0"),
    (1_500, "JPY", "en", "JPY\u00a01,500"),
]  # fmt: skip


@pytest.mark.parametrize(("amount", "currency", "language", "text"), PRICES)
def test_prices_are_written_as_the_language_does(
    amount: int, currency: str, language: str, text: str
) -> None:
    with translation.override(language):
        assert price_text(amount, currency) == text


@pytest.mark.parametrize(
    ("amount", "language", "text"),
    [
        (2_000, "en", "20"),
        (125_000, "de", "1250"),
        (1_250, "en", "12.50"),
        (1_250, "de", "12,50"),
        (1_250, "fr", "12,50"),
    ],
)
def test_inputs_hold_amounts_without_groups(amount: int, language: str, text: str) -> None:
    with translation.override(language):
        assert plain_money_text(amount, "EUR") == text


def test_an_amount_formatted_elsewhere_gets_its_currency() -> None:
    with translation.override("en"):
        assert with_currency("0.0001", "EUR") == "€0.0001"


@pytest.mark.parametrize("typed", ["1,000", "12,505"])
@pytest.mark.parametrize("language", ["de", "de-ch", "de-at", "fr", "fr-ch", "it", "it-ch"])
def test_a_comma_before_three_digits_is_ambiguous_in_all_languages_but_english(
    typed: str, language: str
) -> None:
    form = Form({"price": typed})
    with translation.override(language):
        assert amount_in(form, "price", "CHF") == 0
    assert typed in str(form.errors["price"])


def test_a_comma_groups_thousands_in_english() -> None:
    form = Form({"price": "1,000"})
    with translation.override("en"):
        assert amount_in(form, "price", "CHF") == 100_000
    assert not form.errors
