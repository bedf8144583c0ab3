"""Send ended spans in batches from a thread, so that no code waits for the collector.

The SDK's own processor does not count what it drops, and may delay the end of a process by half a minute.
"""

import logging
import threading
from collections import deque

from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from tourney.edge.metrics import SPANS

log = logging.getLogger(__name__)


class SpanQueue(SpanProcessor):
    """A bounded queue of spans, and the thread that empties it.

    Args:
        exporter: sends a batch; it may take long.
        size: the most spans in the queue.
        batch: the most spans sent at once.
        delay: seconds after which a smaller batch is sent.
    """

    def __init__(self, exporter: SpanExporter, *, size: int, batch: int, delay: float) -> None:
        self._exporter = exporter
        self._size, self._batch, self._delay = size, batch, delay
        self._waiting: deque[ReadableSpan] = deque()
        self._changed = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="traces", daemon=True)
        self._thread.start()

    def on_end(self, span: ReadableSpan) -> None:
        """Queue a span, or drop it if the queue is full."""
        if span.context is None or not span.context.trace_flags.sampled:
            return
        with self._changed:
            queued = not self._stopping and len(self._waiting) < self._size
            if queued:
                self._waiting.append(span)
                if len(self._waiting) == self._batch:
                    self._changed.notify()
        if not queued:
            SPANS.labels("dropped").inc()

    def stop(self, seconds: float) -> None:
        """Send the queued spans; give up after some seconds."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join(seconds)
        # Ends the exporter's pause before a retry; further batches fail at once.
        self._exporter.shutdown()

    def _run(self) -> None:
        while batch := self._next():
            try:
                sent = self._exporter.export(batch) is SpanExportResult.SUCCESS
            except Exception:
                log.warning("Spans could not be sent.", exc_info=True)
                sent = False
            SPANS.labels("sent" if sent else "failed").inc(len(batch))

    def _next(self) -> list[ReadableSpan]:
        """Wait for the next batch; return an empty one at the end."""
        with self._changed:
            while True:
                self._changed.wait_for(
                    lambda: self._stopping or len(self._waiting) >= self._batch, timeout=self._delay
                )
                batch = [self._waiting.popleft() for _ in range(min(self._batch, len(self._waiting)))]
                if batch or self._stopping:
                    return batch
