"""The server with TLS=1, and clients that trust it."""

import ssl
from pathlib import Path
from typing import Any

import httpx
import pytest

from serving.certificates import Certificates
from tests.serving.served import Served, free_port
from tests.waiting import PATIENCE, wait_until

pytest.importorskip("cryptography")


class ServedSecurely(Served):
    """The server with TLS=1, in a separate project folder."""

    def __init__(self, folder: Path, project: Path) -> None:
        self.https_port = free_port()
        super().__init__(folder, project=project, TLS="1", HTTPS_PORT=str(self.https_port))
        self.certificates = Certificates(project / "instance/tls")

    def first_answer(self) -> int:
        """The status of the start page, over http and then over https."""
        return max(super().first_answer(), wait_until(self._https_status, lambda: self.output))

    def _https_status(self) -> int | None:
        try:
            with self.phone() as phone:
                return phone.get("/").status_code
        except httpx.ConnectError:
            return None

    def trusting(self, authority: bytes | None = None) -> ssl.SSLContext:
        """An SSL context that trusts this authority (DER), by default that of the server."""
        der = self.certificates.authority.read_bytes() if authority is None else authority
        return ssl.create_default_context(cadata=der)

    def phone(self, **about: Any) -> httpx.Client:
        return httpx.Client(**self.client_options(**about))

    def client_options(
        self, *, http2: bool = False, authority: bytes | None = None, scheme: str = "https"
    ) -> dict[str, Any]:
        """Arguments for httpx."""
        port = self.https_port if scheme == "https" else self.port
        context = self.trusting(authority) if scheme == "https" else False
        return {
            "base_url": f"{scheme}://localhost:{port}",
            "verify": context,
            "http2": http2,
            "timeout": PATIENCE,
        }
