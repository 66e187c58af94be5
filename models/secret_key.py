"""Files that only the server's user may read; one contains the key that signs cookies and forms."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def secret_key_in(folder: Path) -> str:
    """The key stored in `folder`, created there with file mode 600 if it is missing."""
    path = folder / "secret_key"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        draft = _draft(path, secrets.token_urlsafe(32))
        try:
            os.link(draft, path)  # fails where another worker was quicker: then its key counts
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def write_secret(path: Path, text: str) -> None:
    """Write a file with mode 600, atomically; replaces an existing one, and creates its folder."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _draft(path, text).replace(path)


def _draft(path: Path, text: str) -> Path:
    """A new file with mode 600 next to `path`."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    return draft
