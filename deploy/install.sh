#!/bin/sh
# Install this checkout as a service on Debian or Ubuntu, or update it: sudo deploy/install.sh
#
# Each version has a directory of its own in /opt/room/releases, and /opt/room/current points to the running one, so the
# version before is one command away: sudo deploy/install.sh --back. Older ones are deleted.
# Data are in /var/lib/room, settings in /etc/room.conf (docs/reference/settings.md), and neither is touched by an update.
set -eu

ROOT=${ROOT:-}                      # everything below another directory, to build a package or to try it
PREFIX=$ROOT/opt/room
UNITS=$ROOT/etc/systemd/system
# The system's own Python: one in a home directory could not be read by the service.
PYTHON=${PYTHON:-/usr/bin/python3}
HERE=$(cd "$(dirname "$0")/.." && pwd)

fail() { echo "$*" >&2; exit 1; }

has_systemd() { [ -z "$ROOT" ] && [ -d /run/systemd/system ]; }

switch_to() {
    ln -sfn "releases/$1" "$PREFIX/current.new"
    mv -T "$PREFIX/current.new" "$PREFIX/current"
    if has_systemd; then systemctl restart room.service; fi
}

back() {
    [ -L "$PREFIX/previous" ] || fail "There is no version before this one in $PREFIX."
    before=$(basename "$(readlink "$PREFIX/previous")")
    now=$(basename "$(readlink "$PREFIX/current")")
    switch_to "$before"
    ln -sfn "releases/$now" "$PREFIX/previous"
    echo "Back at $before. A database that $now has changed may need the backup from before the update."
}

if [ -z "$ROOT" ] && [ "$(id -u)" != 0 ]; then fail "Run it as root: sudo deploy/install.sh"; fi
if [ "${1:-}" = --back ]; then back; exit 0; fi
[ $# = 0 ] || fail "Usage: sudo deploy/install.sh [--back]"

version=$(git -C "$HERE" describe --always --dirty 2>/dev/null || date -u +%Y%m%d%H%M%S)
# The version that runs is never overwritten.
if [ "$(readlink "$PREFIX/current" 2>/dev/null)" = "releases/$version" ]; then
    version=$version-$(date -u +%H%M%S)
fi
release=$PREFIX/releases/$version
echo "Installing $version into $release …"

if [ -z "$ROOT" ] && ! id room >/dev/null 2>&1; then
    useradd --system --user-group --home-dir /var/lib/room --no-create-home --shell /usr/sbin/nologin room
fi
umask 022
install -d -m 755 "$PREFIX" "$PREFIX/releases" "$UNITS" "$ROOT/usr/local/bin"
rm -rf "$release.new" "$release"
mkdir "$release.new"
# Without data, environments and caches of the checkout.
tar -C "$HERE" --exclude=./.git --exclude=./.venv --exclude=./node_modules --exclude=./var --exclude=./build \
    --exclude=__pycache__ --exclude='*.mo' -c . | tar -C "$release.new" -x
# A virtual environment contains its own path, so the directory gets its name before the packages are installed.
mv "$release.new" "$release"
# What sends traces is installed where the settings name a collector.
traces=
if grep -qs '^OTEL_EXPORTER_OTLP_\(TRACES_\)\{0,1\}ENDPOINT=.' "$ROOT/etc/room.conf"; then traces=requirements-otel.txt; fi
if ! (cd "$release" && "$PYTHON" ops/bootstrap.py requirements.txt $traces &&
    SECRET_KEY=unused DATA_DIR="$release/build" .venv/bin/python manage.py compile_messages &&
    .venv/bin/python -m compileall -q -j 0 . && chmod -R a+rX . && rm -rf build); then
    rm -rf "$release"
    fail "The packages could not be installed; the running version was not changed."
fi

if [ ! -e "$ROOT/etc/room.conf" ]; then
    mkdir -p "$ROOT/etc"
    printf '# Settings of the room, one NAME=value a line: docs/reference/settings.md\n#PORT=8000\n' > "$ROOT/etc/room.conf"
    chmod 0600 "$ROOT/etc/room.conf"
fi
cp "$release/deploy/systemd/room.service" "$UNITS/room.service"
install -m 755 "$release/deploy/room-manage" "$ROOT/usr/local/bin/room-manage"
# The running version makes the backup: it knows its own tables. One that has no backups yet leaves it to the operator.
if has_systemd && systemctl is-active --quiet room.service && [ -f "$PREFIX/current/operations/management/commands/backup.py" ]; then
    /usr/local/bin/room-manage backup || fail "The backup failed; the running version was not changed."
fi
if [ -L "$PREFIX/current" ]; then
    now=$(basename "$(readlink "$PREFIX/current")")
    [ "$now" = "$version" ] || ln -sfn "releases/$now" "$PREFIX/previous"
fi
if has_systemd; then
    systemctl daemon-reload
    systemctl enable room.service
fi
switch_to "$version"
for old in "$PREFIX"/releases/*; do
    case $(basename "$old") in
        "$(basename "$(readlink "$PREFIX/current")")") ;;
        "$(basename "$(readlink "$PREFIX/previous" 2>/dev/null || echo none)")") ;;
        *) rm -rf "$old" ;;
    esac
done
echo "Installed. Addresses and first passwords: journalctl -u room"
