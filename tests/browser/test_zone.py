"""Times of day are in the room's time zone, whatever the browser's zone is; scripts write figures as pages do."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation
from playwright.sync_api import Browser

from desk.services.prices import price_text
from tests.browser.mock_feed import MockFeed
from tourney.now import to_ms
from tourney.rules.formats import FORMATS
from tourney.services.dates import day_text, start_text, time_text, weekday_text
from tourney.services.figures import grouped
from web.shared.figures import ordinal

pytestmark = pytest.mark.browser
ZONES = ["Europe/Zurich", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"]
# Around both clock changes, and on an ordinary evening.
TIMES = [datetime(2026, 3, 29, 0, 30, tzinfo=UTC) + timedelta(hours=hour) for hour in range(0, 72, 5)] + [
    datetime(2026, 10, 24, 22, 0, tzinfo=UTC) + timedelta(hours=hour) for hour in range(0, 36, 5)
]
READ = """async ([url, zone, times]) => {
  document.documentElement.dataset.zone = zone;
  const { fieldOf, timestampOfField, toTheSecond } = await import(url);
  return times.map((at) => [fieldOf(at), timestampOfField(fieldOf(at)), toTheSecond(at, "en")]);
}"""


def test_a_display_in_another_zone_shows_and_takes_the_rooms_time(chromium: Browser, feed: MockFeed) -> None:
    context = chromium.new_context(timezone_id="Asia/Tokyo")
    page = context.new_page()
    page.goto(f"{feed.url}/tv/")
    times = [round(when.timestamp() * 1000) for when in TIMES]
    for zone in ZONES:
        read = page.evaluate(READ, [f"{feed.url}/static/shared/ui/zone.js", zone, times])
        for when, (field, back, shown) in zip(TIMES, read, strict=True):
            there = when.astimezone(ZoneInfo(zone))
            assert field == there.strftime("%Y-%m-%dT%H:%M")
            assert shown == there.strftime("%H:%M:%S")
            # The hour that occurs twice in an autumn night may mean either.
            twice = there.replace(fold=0).utcoffset() != there.replace(fold=1).utcoffset()
            assert abs(back - when.timestamp() * 1000) in ({0, 3_600_000} if twice else {0})
    context.close()


LANGUAGES = ("en", "de", "de-ch", "fr", "fr-ch", "it")
DATES = """async ([zone, format, times, now]) => {
  document.documentElement.dataset.zone = "Europe/Zurich";
  const { dayOfSchedule, timeText, timestampText } = await import(format);
  return times.map((at) => ["en", "de", "de-CH", "fr", "fr-ch", "it"].map((language) => [
    dayOfSchedule(at, language), timeText(at, language), timestampText(at, now, language)]));
}"""


def test_pages_and_scripts_write_dates_alike(chromium: Browser, feed: MockFeed) -> None:
    now = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
    page = chromium.new_page()
    page.goto(f"{feed.url}/tv/")
    times = [now.replace(month=month, day=5, hour=9, minute=7) for month in range(1, 13)]
    times.append(now.replace(month=5, day=1))
    address = [f"{feed.url}/static/shared/ui/{name}.js" for name in ("zone", "format")]
    read = page.evaluate(DATES, [*address, [to_ms(at) for at in times], to_ms(now)])
    with timezone.override(ZoneInfo("Europe/Zurich")):
        for at, shown in zip(times, read, strict=True):
            for language, (day, time, both) in zip(LANGUAGES, shown, strict=True):
                with translation.override(language):
                    assert (day, time) == (weekday_text(at), time_text(at))
                    if abs(at - now) > timedelta(days=6, hours=12):
                        assert both == start_text(at)
    page.close()


SHORT = """async ([format, now, times, languages]) => {
  const { shortTimestamp } = await import(format);
  return languages.map((language) => times.map((at) => shortTimestamp(at, now, language)));
}"""


def test_times_on_displays_abbreviate_another_day(chromium: Browser, feed: MockFeed) -> None:
    # It is already Saturday in Zurich, but still Friday in UTC.
    now = datetime(2026, 11, 27, 23, 40, tzinfo=UTC)
    times = [now - timedelta(minutes=20), now - timedelta(minutes=75), now - timedelta(days=9)]
    page = chromium.new_page()
    page.goto(f"{feed.url}/tv/")
    address = f"{feed.url}/static/shared/ui/format.js"
    shown = page.evaluate(SHORT, [address, to_ms(now), [to_ms(at) for at in times], ["en", "de", "fr", "it"]])
    assert [[text.replace("\u00a0", " ") for text in texts] for texts in shown] == [
        ["00:20", "Fri 23:25", "19 Nov"],
        ["00:20", "Fr 23:25", "19. Nov."],
        ["00:20", "ven. 23:25", "19 nov."],
        ["00:20", "ven 23:25", "19 nov"],
    ]
    page.close()


FIGURES = """async ([format, money, words, languages, places, amounts]) => {
  const { number, ordinal } = await import(format);
  const { price } = await import(money);
  const { dayText } = await import(words);
  return languages.map((language) => [
    places.map((place) => ordinal(place, language)), amounts.map((amount) => number(amount, language)),
    amounts.flatMap((amount) => ["EUR", "CHF"].map((currency) => price(amount, 2, currency, language))),
    dayText("1990-05-30", language)]);
}"""


def test_pages_and_scripts_write_numbers_prices_and_places_alike(chromium: Browser, feed: MockFeed) -> None:
    page = chromium.new_page()
    page.goto(f"{feed.url}/tv/")
    scripts = [
        f"{feed.url}/static/{name}.js" for name in ("shared/ui/format", "shared/ui/money", "desk/words")
    ]
    places, amounts = [1, 2, 3, 11, 21, 1_021], [0, 500, 12_500, 1_234_550, -12_500]
    read = page.evaluate(FIGURES, [*scripts, list(FORMATS), places, amounts])
    for language, (ordinals, numbers, prices, day) in zip(FORMATS, read, strict=True):
        with translation.override(language):
            assert ordinals == [ordinal(place) for place in places], language
            assert numbers == [grouped(amount) for amount in amounts], language
            expected = [price_text(amount, currency) for amount in amounts for currency in ("EUR", "CHF")]
            assert prices == expected, language
            assert day == day_text(date(1990, 5, 30)), language
    page.close()
