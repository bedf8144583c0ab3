"""Ask the advisory databases of PyPI and npm about the pinned packages: `python -m ops.audit`. Needs the network."""

import os
import shutil
import subprocess
import sys

from ops.errors import OpsError, exit_code_of
from ops.licences import FILES
from ops.paths import PROJECT

# Run in an environment of its own, so that it is no package of the product.
AUDITOR = "pip-audit==2.9.0"
_UV_FAILED = 2


def main() -> int:
    """Run both audits; return 1 if a package has a known weakness."""
    uv = [found] if (found := shutil.which("uv")) else [sys.executable, "-m", "uv"]
    options = ("--no-deps", "--disable-pip", "--strict")
    python = [
        subprocess.run(
            [*uv, "tool", "run", AUDITOR, "--requirement", name, *options], cwd=PROJECT, check=False
        ).returncode
        for name in FILES
    ]
    beside = PROJECT / ".venv" / "bin"
    npm = shutil.which("npm", path=f"{os.environ.get('PATH', '')}{os.pathsep}{beside}")
    if npm is None:
        raise OpsError("npm is missing: make ready-dev installs it.")
    # npm needs the node beside it.
    path = f"{os.path.dirname(npm)}{os.pathsep}{os.environ.get('PATH', '')}"
    browser = subprocess.run(
        [npm, "audit", "--package-lock-only"], cwd=PROJECT, check=False, env={**os.environ, "PATH": path}
    )
    return 1 if any(python) or browser.returncode else 0


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
