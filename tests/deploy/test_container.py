"""deploy/Containerfile: read strictly, and with `make check` carried out, but for the container itself."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.sampling import whole_only
from tests.serving.served import PROJECT, Served
from tests.waiting import PATIENCE

CONTAINERFILE = PROJECT / "deploy/Containerfile"
KNOWN = {
    *("FROM", "WORKDIR", "COPY", "RUN", "VOLUME", "USER", "ENV", "EXPOSE"),
    *("HEALTHCHECK", "STOPSIGNAL", "CMD"),
}
NOT_FOR_SERVERS = {"tests", "tests.benchmarks"}
FOR_ROOT = "#!/bin/sh\nexit 0\n"


def steps():
    lines = CONTAINERFILE.read_text().splitlines()
    return [tuple(line.split(maxsplit=1)) for line in lines if line and not line.startswith("#")]


def told(instruction):
    return [text for name, text in steps() if name == instruction]


def health_check():
    return json.loads(told("HEALTHCHECK")[0].partition("CMD ")[2])


def test_every_step_is_one_that_is_known():
    assert {name for name, *_text in steps()} == KNOWN
    assert steps()[0][0] == "FROM"


def test_it_begins_with_a_system_of_a_named_version():
    (image,) = told("FROM")
    assert re.fullmatch(r"python:3\.\d+-slim-[a-z]+", image)


def test_it_holds_all_that_the_server_is_made_of_and_nothing_else():
    copied = {source for text in told("COPY") for source in text.split()[:-1]}
    modules = {path.name for path in PROJECT.glob("*.py")}
    packages = {path.parent.name for path in PROJECT.glob("*/*.py")} - NOT_FOR_SERVERS
    others = {"static", "templates", "translations", "requirements.lock", "LICENSE"}
    assert copied == modules | packages | others
    assert [source for source in copied if not (PROJECT / source).exists()] == []
    for text in told("COPY"):
        first, *_others, to = text.split()
        assert to == ("./" if (PROJECT / first).is_file() else f"./{first}")


def test_only_files_of_known_hashes_are_installed():
    (install,) = (text for text in told("RUN") if "pip install" in text)
    assert {"--require-hashes", "requirements.lock", ":all:"} <= set(shlex.split(install))


def test_it_runs_as_nobody_in_particular():
    (user,) = told("USER")
    number, _group = map(int, user.split(":"))
    assert number > 0
    names = [name for name, *_text in steps()]
    assert names.index("USER") > len(names) - 1 - names[::-1].index("RUN")
    assert f"chown {user} instance" in "".join(told("RUN"))


def test_it_starts_the_same_as_anywhere_and_is_asked_whether_it_is_alive():
    (command,) = told("CMD")
    unit = (PROJECT / "deploy/turn-eight.service").read_text()
    started = re.search(r"^ExecStart=/srv/turn-eight/(.+)$", unit, re.MULTILINE)[1]
    assert shlex.join(json.loads(command)) == started
    assert "/health" in health_check()[-1]
    assert told("VOLUME") == [f"{told('WORKDIR')[0]}/instance"]


@whole_only
def test_carried_out_it_is_a_server_that_is_alive(tmp_path):
    """In a folder instead of a container, by somebody who may give nothing away: chown does nothing."""
    place, programs = tmp_path / "place", tmp_path / "programs"
    place.mkdir()
    programs.mkdir()
    (programs / "python").symlink_to(sys._base_executable)
    (programs / "chown").write_text(FOR_ROOT)
    (programs / "chown").chmod(0o755)
    environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}
    for name, text in steps():
        if name == "COPY":
            copy(text.split(), place)
        elif name == "RUN":
            subprocess.run(["sh", "-ec", text], cwd=place, env=environment, check=True, timeout=PATIENCE)
    server = Served(tmp_path, project=place, python=place / ".venv/bin/python")
    try:
        assert server.first_answer() == 200
        asked = [word.replace("8000", str(server.port)) for word in health_check()]
        subprocess.run(asked, cwd=place, check=True, timeout=PATIENCE)
        assert (place / "instance").stat().st_mode & 0o777 == 0o700
    finally:
        server.kill()


def copy(paths: list[str], place: Path) -> None:
    *sources, to = paths
    for source in sources:
        path = PROJECT / source
        if path.is_dir():
            shutil.copytree(path, place / to, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, place / to)
