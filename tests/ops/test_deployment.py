"""What deploys the room fits the programs that it starts."""

import ipaddress
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from ops import healthcheck, new_secret
from ops.errors import OpsError
from ops.paths import PROJECT
from ops.procfile import parse
from ops.run import become, options_of
from tests.fixtures.processes import start_process

COMPOSE = (PROJECT / "compose.yaml").read_text(encoding="utf-8")
CONTAINER = (PROJECT / "Containerfile").read_text(encoding="utf-8")


def test_each_process_of_the_procfile_has_a_service_of_its_own() -> None:
    entries = {entry.name for entry in parse((PROJECT / "Procfile").read_text(encoding="utf-8"))}
    assert set(re.findall(r'"--process", "(\w+)"', COMPOSE)) == entries - {"redis"}


def test_a_small_machine_runs_the_same_queues_in_fewer_processes() -> None:
    small, whole = (
        {entry.name: entry.command for entry in parse((PROJECT / path).read_text(encoding="utf-8"))}
        for path in ("deploy/Procfile.small", "Procfile")
    )
    assert set(small) == {"redis", "web", "worker"}
    assert (small["redis"], small["web"]) == (whole["redis"], whole["web"])
    queues = re.compile(r"--queues (\S+)")
    assert queues.findall(small["worker"]) == queues.findall(whole["worker"])
    assert "--beat" in small["worker"]


def test_modules_that_containers_start_can_be_started() -> None:
    named = set(re.findall(r'"-m", "(ops\.\w+)"', COMPOSE + CONTAINER))
    assert {"ops.run", "ops.healthcheck"} <= named
    for module in named:
        assert (PROJECT / f"{module.replace('.', '/')}.py").exists()


def test_container_has_no_root_and_no_tests() -> None:
    assert CONTAINER.rindex("\nUSER 10001") < CONTAINER.rindex("\nENTRYPOINT")
    left_out = (PROJECT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    assert {".git", ".venv", "node_modules", "var", "tests"} <= set(left_out)


def test_proxy_logs_no_links_and_no_tokens_and_lets_the_largest_import_through() -> None:
    caddy = (PROJECT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    for part in ("request>uri replace", "request>headers delete", "resp_headers delete"):
        assert part in caddy
    allowed = re.search(r"max_size (\d+)KB", caddy)
    assert allowed is not None
    assert int(allowed[1]) * 1_000 >= max(settings.IMPORT_KILOBYTES, settings.UPLOAD_KILOBYTES) * 1_024


def test_proxy_of_several_hosts_lets_the_largest_import_through_and_forges_no_address() -> None:
    text = (PROJECT / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
    allowed = re.search(r"req\.hdr_val\(content-length\) gt (\d+)", text)
    assert allowed is not None
    assert int(allowed[1]) >= (max(settings.IMPORT_KILOBYTES, settings.UPLOAD_KILOBYTES) + 256) * 1_024
    backends = text.split("\nbackend ")[1:]
    assert len(backends) == 2
    for one in backends:
        assert "set-header X-Forwarded-For %[src]" in one
    # Addresses of players' pages are their secret links, and headers of sockets carry tokens.
    assert not re.search(r"^\s*(log|capture|option httplog)\b", text, re.MULTILINE)


def test_proxy_of_several_hosts_limits_new_sockets_and_never_pages() -> None:
    text = (PROJECT / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
    limit = 'http-request return status 503 if is_socket { be_sess_rate(sockets) gt "${OPENINGS}" }'
    assert limit in text
    assert "acl is_socket path_beg /ws/" in text
    # A limit on accepting would let connections wait whose clients have given up.
    assert "rate-limit" not in text


def test_services_of_containers_have_no_more_rights_than_they_need() -> None:
    services = re.split(r"\n  (?=\w+:\n)", COMPOSE.split("\nservices:\n")[1].split("\nnetworks:\n")[0])
    assert len(services) == 9
    room = COMPOSE.split("x-room: &room\n")[1].split("\nservices:\n")[0]
    for one in services:
        limited = one + room if "<<: *room" in one else one
        assert "cap_drop: [ALL]" in limited, one
        assert "no-new-privileges:true" in limited or "network_mode: none" in limited, one
    assert "POSTGRES_USER" not in COMPOSE


def test_database_container_reads_the_password_of_the_role_that_it_creates() -> None:
    script = (PROJECT / "deploy" / "database.sh").read_text(encoding="utf-8")
    assert "cat /secrets/database" in script
    # It runs as the user 999 of the image; the file belongs to the room.
    assert "chown 10001:999 /secrets/database && chmod 0640 /secrets/database" in COMPOSE


def test_address_of_the_proxy_is_left_to_it() -> None:
    proxy = re.search(r"ipv4_address: ([\d.]+)", COMPOSE)
    others = re.search(r"ip_range: ([\d./]+)", COMPOSE)
    assert proxy is not None
    assert others is not None
    assert f"PROXY_ADDRESSES: {proxy[1]}\n" in COMPOSE
    # Services that start before it get the first addresses of this range.
    assert ipaddress.ip_address(proxy[1]) not in ipaddress.ip_network(others[1])


def test_process_of_the_procfile_is_started_in_place(tmp_path: Path) -> None:
    procfile = tmp_path / "Procfile"
    program = tmp_path / "one.py"
    program.write_text(
        "import os\nprint(os.getpid(), os.environ['DATA_DIR'], os.path.isdir(os.environ['PROMETHEUS_MULTIPROC_DIR']))\n"
    )
    procfile.write_text(f"one: python {program}\n")
    words = [sys.executable, "-m", "ops.run", "--process", "one", "--procfile", str(procfile)]
    with start_process(
        words,
        cwd=PROJECT,
        env={**os.environ, "DATA_DIR": str(tmp_path / "data")},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        said, _errors = process.communicate(timeout=60)
    assert said.split() == [str(process.pid), str(tmp_path / "data"), "True"]


def test_unknown_process_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    with pytest.raises(OpsError, match=r"no process 'wrk'; it has redis, web, worker, beat, play"):
        become(options_of(["--process", "wrk"]))


def test_password_is_created_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "database"
    new_secret.create(path)
    first = path.read_text()
    new_secret.create(path)
    assert path.read_text() == first
    assert len(first) >= 40
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(OpsError, match="can't be written"):
        new_secret.create(tmp_path / "missing" / "database")


def test_health_check_fails_where_no_server_responds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "1")
    monkeypatch.setenv("BIND", "127.0.0.1")
    assert healthcheck.main() == 1


def test_installer_is_a_plain_shell_script_and_refuses_what_it_does_not_know() -> None:
    script = PROJECT / "deploy" / "install.sh"
    assert os.access(script, os.X_OK)
    said = subprocess.run(
        ["sh", str(script), "--bak"],
        env={**os.environ, "ROOT": "/nonexistent"},
        capture_output=True,
        text=True,
    )
    assert said.returncode == 1
    assert "Usage" in said.stderr
