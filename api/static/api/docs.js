// The page at /api/docs: renders the OpenAPI document and sends trial requests with this browser's login.

const config = JSON.parse(document.getElementById("config").textContent);
const KEY = "Idempotency-Key";
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

// crypto.randomUUID exists on https and localhost only; a room is often neither.
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// The form needs a value, so every operation gets one; each press sends a new one unless the user typed one.
const offered = uuid();

function withKeys(document) {
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path)) {
      for (const parameter of operation.parameters ?? []) {
        if (parameter.name === KEY) parameter.example = offered;
      }
    }
  }
  return document;
}

function prepared(request) {
  if (READS.has((request.method ?? "GET").toUpperCase())) return request;
  if (request.headers[KEY] === offered) request.headers[KEY] = uuid();
  request.headers["X-CSRFToken"] = window.document.body.dataset.csrf;
  return request;
}

const answer = await fetch(config.url);
window.SwaggerUIBundle({
  spec: withKeys(await answer.json()),
  domNode: document.getElementById("operations"),
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  // Never send requests outside the room.
  validatorUrl: null,
  requestInterceptor: prepared,
});
