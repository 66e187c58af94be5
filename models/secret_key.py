"""The key that signs cookies and forms, in a file that only the server's user may read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def secret_key_in(folder: Path) -> str:
    """The key stored in `folder`, created there with file mode 600 if it is missing."""
    path = folder / "secret_key"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = folder / f"secret_key.{os.getpid()}.{secrets.token_hex(4)}"
    if not path.exists():
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(32))
        try:
            os.link(draft, path)  # fails where another worker was quicker: then its key counts
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
