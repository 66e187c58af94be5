"""A virtual screen: Xvfb, reached through a socket of this machine only."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def display(program: str) -> Iterator[str]:
    """The value of DISPLAY; Xvfb chooses a free number and prints it when it is ready."""
    told, tells = os.pipe()
    command = [program, "-displayfd", str(tells), "-screen", "0", "800x1000x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[tells], stderr=subprocess.DEVNULL)
    os.close(tells)
    with os.fdopen(told) as pipe:
        number = pipe.readline().strip()
    try:
        assert number, f"{program} does not start"
        yield f":{number}"
    finally:
        process.terminate()
        process.wait()
