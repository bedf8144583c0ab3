"""Push notifications to phones whose page is closed. Their state is in rows, so no worker can lose it."""

import json
import logging
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import translation

from notifications.models import Push, Subscription
from notifications.services import web_push
from notifications.services.texts import PHONE_WORDS, notice_text
from tourney.models import Notice
from tourney.now import room_now
from tourney.services.outbound import BadAddress

log = logging.getLogger(__name__)
_AT_ONCE = 1000
# Limit of concurrent messages: even the slowest push service finishes them within the lease.
_SENT_AT_ONCE = 100
_SENDERS = 16
_SENT_TO_ONE = 3
_LOOKED_AT = 1000
_ATTEMPTS = 5
# A player who was moved 15 minutes ago has heard of it by other means.
_FRESH = timedelta(minutes=10)
# A message that a worker took and did not finish is retried after this time.
_LEASE = timedelta(seconds=120)
_FIRST_PAUSE = timedelta(seconds=4)
_LONGEST_PAUSE = timedelta(minutes=3)


def something_to_push() -> bool:
    """Return whether a notification has no messages yet, or a message is due."""
    return (
        Notice.objects.filter(pushed_at__isnull=True).exists()
        or Push.objects.filter(next_at__lte=room_now()).exists()
    )


def hand_out() -> int:
    """Create messages for notifications that have none yet, one for each subscribed browser.

    Returns:
        The number of messages.
    """
    now = room_now()
    with transaction.atomic():
        notices = list(
            Notice.objects.select_for_update(skip_locked=True)
            .filter(pushed_at__isnull=True)
            .order_by("pk")[:_AT_ONCE]
        )
        fresh = [notice for notice in notices if notice.at > now - _FRESH]
        browsers: dict[int | None, list[int]] = defaultdict(list)
        for pk, player in Subscription.objects.filter(
            token__player__in={notice.player_id for notice in fresh}, token__revoked_at__isnull=True
        ).values_list("pk", "token__player"):
            browsers[player].append(pk)
        pushes = [
            Push(notice=notice, subscription_id=pk, next_at=now)
            for notice in fresh
            for pk in browsers[notice.player_id]
        ]
        Push.objects.bulk_create(pushes)
        Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(pushed_at=now)
    return len(pushes)


def send_due() -> int:
    """Send the messages that are due, each in one worker only. Return how many were tried."""
    now = room_now()
    waiting = (
        Push.objects.filter(next_at__lte=now)
        .select_related("notice__tournament", "subscription__token")
        .order_by("next_at")[:_LOOKED_AT]
    )
    # Slow push services delay only their own messages: the rest are sent in the next round.
    of_player: Counter[int | None] = Counter()
    due: list[Push] = []
    for push in waiting:
        of_player[push.notice.player_id] += 1
        if of_player[push.notice.player_id] <= _SENT_TO_ONE and len(due) < _SENT_AT_ONCE:
            due.append(push)
    mine = [push for push in due if _take(push, now)]
    with ThreadPoolExecutor(_SENDERS, thread_name_prefix="push") as pool:
        # Threads only talk to push services; only this thread accesses rows.
        for push, failure in zip(mine, pool.map(_try, mine), strict=True):
            _settle(push, failure)
    return len(mine)


def _take(push: Push, now: datetime) -> bool:
    taken = Push.objects.filter(pk=push.pk, next_at=push.next_at).update(
        next_at=now + _LEASE, attempts=push.attempts + 1
    )
    push.attempts += taken
    return bool(taken)


def message_of(notice: Notice, language: str) -> bytes:
    """Return what the page's service worker gets: the text, and no secret."""
    with translation.override(language):
        event = notice.tournament.name if notice.tournament is not None else _title_in_room(notice)
        text = notice_text(notice.kind, notice.values)
    # The newest message of an event replaces the previous one.
    message = {"title": event, "body": text, "tag": f"t{notice.tournament_id or 0}"}
    return json.dumps(message, ensure_ascii=False).encode()


def _title_in_room(notice: Notice) -> str:
    """Return the title of a notification that belongs to no event."""
    return str(PHONE_WORDS["phone.cash"]) if notice.kind.startswith("cash_") else ""


def _try(push: Push) -> Exception | None:
    row = push.subscription
    if row.token.revoked_at is not None:
        return web_push.Gone()
    try:
        target = web_push.Target(row.endpoint, row.p256dh, row.auth)
        web_push.send(message_of(push.notice, row.language), target)
    except Exception as error:
        return error
    return None


def _settle(push: Push, failure: Exception | None) -> None:
    now = room_now()
    if isinstance(failure, (web_push.Gone, BadAddress)):
        push.subscription.delete()
    elif isinstance(failure, web_push.Later):
        pause = max(_FIRST_PAUSE * 2**push.attempts, timedelta(seconds=failure.seconds))
        again = now + min(pause, _LONGEST_PAUSE)
        if push.attempts < _ATTEMPTS and again < push.notice.at + _FRESH:
            Push.objects.filter(pk=push.pk).update(next_at=again)
            return
        log.info("Gave up a push message: %s", failure)
        push.delete()
    else:
        if failure is not None:
            log.warning("A push message was not accepted: %s", failure)
        push.delete()
