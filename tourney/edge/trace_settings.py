"""Settings of traces. `tourney/settings.py` takes them over. Their names are those of the OpenTelemetry SDK."""

import environ

env = environ.Env()

# Where traces are sent by OTLP over HTTP: a collector (`http://127.0.0.1:4318`); `/v1/traces` is added. `make run`
# installs what this needs. Default: none, nothing is traced.
_BASE = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")
# The same for traces alone, as a whole address. Default: the one above.
TRACES_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", default="") or (
    f"{_BASE.rstrip('/')}/v1/traces" if _BASE else ""
)
# Whether traces are off although an address is set.
_DISABLED = env.bool("OTEL_SDK_DISABLED", default=False)
TRACING = bool(TRACES_ENDPOINT) and not _DISABLED
# How many spans a process keeps until the collector has taken them; more are dropped and counted (`room_spans_total`).
TRACE_QUEUE = max(1, env.int("OTEL_BSP_MAX_QUEUE_SIZE", default=2048))
# How many spans are sent at once.
TRACE_BATCH = max(1, min(TRACE_QUEUE, env.int("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", default=512)))
# After how many milliseconds spans are sent at the latest.
TRACE_DELAY_MS = max(1, env.int("OTEL_BSP_SCHEDULE_DELAY", default=5000))
