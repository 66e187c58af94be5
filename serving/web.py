"""`python -m serving.web`: one web server, granian by its command line, that ends with its supervisor."""

from __future__ import annotations

from granian.cli import entrypoint

from serving.supervisor import end_with_supervisor

if __name__ == "__main__":
    end_with_supervisor()
    entrypoint()  # type: ignore[no-untyped-call]
