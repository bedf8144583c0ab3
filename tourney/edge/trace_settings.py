"""Settings of tracing. `tourney/settings.py` takes them over. Their names are those of the OpenTelemetry SDK."""

from tourney.edge.environment import Env

env = Env()

# Collector to which traces are sent by OTLP over HTTP (`http://127.0.0.1:4318`); `/v1/traces` is added. `make run`
# installs the packages for it. Default: none, nothing is traced.
_BASE = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")
# The same for traces alone, as the full address. Default: the one above.
TRACES_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", default="") or (
    f"{_BASE.rstrip('/')}/v1/traces" if _BASE else ""
)
# Whether tracing is off although an address is set.
_DISABLED = env.bool("OTEL_SDK_DISABLED", default=False)
TRACING = bool(TRACES_ENDPOINT) and not _DISABLED
# How many spans a process queues for the collector; more are dropped and counted (`room_spans_total`).
TRACE_QUEUE = max(1, env.int("OTEL_BSP_MAX_QUEUE_SIZE", default=2048))
# The most spans sent at once.
TRACE_BATCH = max(1, min(TRACE_QUEUE, env.int("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", default=512)))
# How long a span waits at most before it is sent, in milliseconds.
TRACE_DELAY_MS = max(1, env.int("OTEL_BSP_SCHEDULE_DELAY", default=5000))
