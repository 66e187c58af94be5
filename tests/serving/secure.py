"""The server with TLS=1, and phones that trust it."""

import ssl
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from serving.tls.certificates import Certificates
from tests.serving.served import START_WITHIN, Served, free_port


class ServedSecurely(Served):
    """With TLS=1, in a project of its own."""

    def __init__(self, folder: Path, project: Path) -> None:
        self.https_port = free_port()
        super().__init__(folder, project=project, TLS="1", HTTPS_PORT=str(self.https_port))
        self.certificates = Certificates(project / "instance/tls")

    def first_answer(self) -> int:
        """The status of the start page, over http and then over https."""
        plain = super().first_answer()
        deadline = time.monotonic() + START_WITHIN
        while time.monotonic() < deadline:
            try:
                with self.phone() as phone:
                    return max(plain, phone.get("/").status_code)
            except httpx.ConnectError:
                time.sleep(0.1)
        pytest.fail(f"No answer over https:\n{self.said}")

    def trusting(self, authority: bytes | None = None) -> ssl.SSLContext:
        """What a phone believes that trusts this authority (DER), the one of this server if none is named."""
        der = self.certificates.authority.read_bytes() if authority is None else authority
        return ssl.create_default_context(cadata=der)

    def phone(self, **about: Any) -> httpx.Client:
        return httpx.Client(**self.of_a_phone(**about))

    def of_a_phone(
        self, *, http2: bool = False, authority: bytes | None = None, scheme: str = "https"
    ) -> dict[str, Any]:
        """What httpx is told."""
        port = self.https_port if scheme == "https" else self.port
        context = self.trusting(authority) if scheme == "https" else False
        return {
            "base_url": f"{scheme}://localhost:{port}",
            "verify": context,
            "http2": http2,
            "timeout": 30,
        }
