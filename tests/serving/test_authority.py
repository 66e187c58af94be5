"""A local certificate authority: accepted by phones, for local names only, removed with its folder."""

import shutil
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import pytest

pytest.importorskip("cryptography")
from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from serving.authority import SERVED_FOR, Party, prepare
from serving.certificates import Certificates

TODAY = datetime(2026, 11, 22, 18, tzinfo=UTC)
NAMES = ["kitchen.local", "kitchen", "localhost", "127.0.0.1", "192.168.1.23", "fd00::8"]
BANK = "bank.example"


@pytest.fixture
def certificates(tmp_path):
    made = Certificates(tmp_path / "tls")
    prepare(made, NAMES, at=TODAY)
    return made


def chain(path):
    return x509.load_pem_x509_certificates(path.read_bytes())


def trusts(authority, certificates, name, at=TODAY):
    """Whether a phone that trusts the authority (DER) accepts the server as `name`."""
    server, signer = chain(certificates.server)
    policy = PolicyBuilder().store(Store([x509.load_der_x509_certificate(authority)])).time(at)
    try:
        subject = x509.IPAddress(ip_address(name))
    except ValueError:
        subject = x509.DNSName(name)
    try:
        policy.build_server_verifier(subject).verify(server, [signer])
    except VerificationError:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_that_trusts_the_authority_accepts_the_server(certificates, name):
    assert trusts(certificates.authority.read_bytes(), certificates, name)


def test_it_accepts_no_other_name(certificates):
    assert not trusts(certificates.authority.read_bytes(), certificates, "192.168.1.24")


@pytest.mark.parametrize("name", [BANK, "8.8.8.8", "2001:db8::1", "notlocal", "local.example"])
def test_a_stolen_folder_cannot_impersonate_internet_hosts(certificates, name):
    signer, _authority = Party.read(certificates.signer)
    names = x509.SubjectAlternativeName(
        [x509.IPAddress(ip_address(name)) if ":" in name or name[0].isdigit() else x509.DNSName(name)]
    )
    usage = x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.SERVER_AUTH])
    span = (TODAY - timedelta(days=1), TODAY + timedelta(days=90))
    forged = signer.issue(name, {names: False, usage: False}, span)
    forged.write(certificates.server, signer.certificate)
    assert not trusts(certificates.authority.read_bytes(), certificates, name)


def test_the_key_of_the_authority_is_not_stored(certificates):
    authority = x509.load_der_x509_certificate(certificates.authority.read_bytes()).public_key()
    files = [path for path in certificates.folder.iterdir() if b"PRIVATE KEY" in path.read_bytes()]
    assert {path.name for path in files} == {"signer.pem", "server.pem"}
    for path in files:
        assert load_pem_private_key(path.read_bytes(), None).public_key() != authority


def test_keys_are_readable_by_the_servers_user_only(certificates):
    assert certificates.folder.stat().st_mode & 0o777 == 0o700
    files = list(certificates.folder.iterdir())
    assert {path.name: path.stat().st_mode & 0o777 for path in files} == {
        "authority.crt": 0o600,
        "server.pem": 0o600,
        "signer.pem": 0o600,
    }


def test_certificates_meet_the_requirements_of_phones(certificates):
    """Apple's rules: at most 398 days, for servers, a key that is long enough, alternative names."""
    server, signer = chain(certificates.server)
    assert server.not_valid_after_utc - server.not_valid_before_utc <= timedelta(days=398)
    extended = server.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(extended) == [x509.ExtendedKeyUsageOID.SERVER_AUTH]
    assert server.public_key().key_size == 256
    assert signer.extensions.get_extension_for_class(x509.BasicConstraints).value.path_length == 0


def test_valid_certificates_are_reused(certificates):
    before = {path: path.read_bytes() for path in certificates.folder.iterdir()}
    assert prepare(certificates, NAMES, at=TODAY + timedelta(days=100)) == NAMES
    assert {path: path.read_bytes() for path in certificates.folder.iterdir()} == before


def test_in_another_network_the_same_authority_signs_for_the_new_address(certificates):
    trusted = certificates.authority.read_bytes()
    prepare(certificates, ["kitchen.local", "localhost", "10.0.0.5"], at=TODAY)
    assert trusts(trusted, certificates, "10.0.0.5")
    assert not trusts(trusted, certificates, "192.168.1.23")


def test_old_certificates_are_signed_again(certificates):
    trusted = certificates.authority.read_bytes()
    later = TODAY + timedelta(days=250)
    prepare(certificates, NAMES, at=later)
    assert trusts(trusted, certificates, NAMES[0], at=later + SERVED_FOR / 2)


def test_an_authority_that_expires_soon_is_replaced(certificates):
    trusted = certificates.fingerprint()
    at_the_end = TODAY + timedelta(days=9 * 365)
    prepare(certificates, NAMES, at=at_the_end)
    assert certificates.fingerprint() != trusted
    assert trusts(certificates.authority.read_bytes(), certificates, NAMES[0], at=at_the_end)


def test_deleting_the_folder_revokes_the_authority(certificates):
    trusted = certificates.authority.read_bytes()
    shutil.rmtree(certificates.folder)
    prepare(certificates, NAMES, at=TODAY + timedelta(seconds=1))
    assert not trusts(trusted, certificates, NAMES[0])
    assert trusts(certificates.authority.read_bytes(), certificates, NAMES[0])


@pytest.mark.parametrize("name", ["authority.crt", "signer.pem", "server.pem"])
@pytest.mark.parametrize("content", [None, b"", b"half of a fi"])
def test_missing_or_damaged_files_are_replaced(certificates, name, content):
    path = certificates.folder / name
    path.unlink() if content is None else path.write_bytes(content)
    prepare(certificates, NAMES, at=TODAY)
    assert trusts(certificates.authority.read_bytes(), certificates, NAMES[0])


def test_the_authority_contains_the_names_of_the_computer_at_its_creation(tmp_path):
    made = Certificates(tmp_path)
    assert prepare(made, ["kitchen", "203.0.113.7", "no_name", "Küche"], at=TODAY) == [
        "kitchen",
        "203.0.113.7",
    ]
    assert prepare(made, ["cellar", "localhost", "203.0.113.8"], at=TODAY) == ["localhost"]


def test_a_computer_name_may_have_the_maximum_length(tmp_path):
    name = "k" * 63 + ".local"
    made = Certificates(tmp_path)
    assert prepare(made, [name, "localhost"], at=TODAY) == [name, "localhost"]
    assert trusts(made.authority.read_bytes(), made, name)
