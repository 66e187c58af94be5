"""deploy/Containerfile: its instructions, and with `make check` their execution without a container."""

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


def arguments_of(instruction):
    return [text for name, text in steps() if name == instruction]


def health_check():
    return json.loads(arguments_of("HEALTHCHECK")[0].partition("CMD ")[2])


def test_every_instruction_is_known():
    assert {name for name, *_text in steps()} == KNOWN
    assert steps()[0][0] == "FROM"


def test_the_base_image_has_a_version():
    (image,) = arguments_of("FROM")
    assert re.fullmatch(r"python:3\.\d+-slim-[a-z]+", image)


def test_it_copies_exactly_the_files_of_the_server():
    copied = {source for text in arguments_of("COPY") for source in text.split()[:-1]}
    modules = {path.name for path in PROJECT.glob("*.py")}
    packages = {path.parent.name for path in PROJECT.glob("*/*.py")} - NOT_FOR_SERVERS
    others = {"static", "templates", "translations", "requirements.lock", "LICENSE"}
    assert copied == modules | packages | others
    assert [source for source in copied if not (PROJECT / source).exists()] == []
    for text in arguments_of("COPY"):
        first, *_others, to = text.split()
        assert to == ("./" if (PROJECT / first).is_file() else f"./{first}")


def test_only_packages_with_known_hashes_are_installed():
    (install,) = (text for text in arguments_of("RUN") if "pip install" in text)
    assert {"--require-hashes", "requirements.lock", ":all:"} <= set(shlex.split(install))


def test_it_runs_as_an_unprivileged_user():
    (user,) = arguments_of("USER")
    number, _group = map(int, user.split(":"))
    assert number > 0
    names = [name for name, *_text in steps()]
    assert names.index("USER") > len(names) - 1 - names[::-1].index("RUN")
    assert f"chown {user} instance" in "".join(arguments_of("RUN"))


def test_it_starts_as_elsewhere_and_has_a_health_check():
    (command,) = arguments_of("CMD")
    unit = (PROJECT / "deploy/turn-eight.service").read_text()
    started = re.search(r"^ExecStart=/srv/turn-eight/(.+)$", unit, re.MULTILINE)[1]
    assert shlex.join(json.loads(command)) == started
    assert "/health" in health_check()[-1]
    assert arguments_of("VOLUME") == [f"{arguments_of('WORKDIR')[0]}/instance"]


@whole_only
def test_executed_it_gives_a_healthy_server(tmp_path):
    """In a folder instead of a container, by an unprivileged user: chown does nothing."""
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
        command = [word.replace("8000", str(server.port)) for word in health_check()]
        subprocess.run(command, cwd=place, check=True, timeout=PATIENCE)
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
