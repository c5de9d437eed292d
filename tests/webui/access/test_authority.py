"""The authority of this computer's own: what OpenSSL makes of its certificates, and what it may vouch for."""

import stat
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509

from webui.access.authority import EARLIEST, LIFE, RENEWED, Authority, certified

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority.open(None, ["hall.example", "203.0.113.9"], NOW)


def verified(folder: Path, authority: Authority, hosts: list[str], *asked: str, at: datetime = NOW) -> str:
    """Return the verdict of OpenSSL on a certificate."""
    (folder / "authority.pem").write_bytes(authority.pem)
    (folder / "leaf.pem").write_bytes(authority.issue(certified(hosts), at).pem)
    command = [
        "openssl",
        "verify",
        "-x509_strict",
        "-purpose",
        "sslserver",
        "-attime",
        str(int(at.timestamp())),
        *asked,
    ]
    command += ["-CAfile", "authority.pem", "leaf.pem"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize("host", ["192.168.1.7", "10.1.2.3", "fd00::7", "203.0.113.9", "127.0.0.1"])
def test_an_address_is_vouched_for(authority: Authority, tmp_path: Path, host: str) -> None:
    assert authority.vouches_for(host)
    assert verified(tmp_path, authority, [host], "-verify_ip", host).endswith("OK\n")


@pytest.mark.parametrize("host", ["desk.local", "localhost", "hall.example", "table5.hall.example", "desk.fritz.lan"])
def test_a_name_is_vouched_for(authority: Authority, tmp_path: Path, host: str) -> None:
    assert authority.vouches_for(host)
    assert verified(tmp_path, authority, [host], "-verify_hostname", host).endswith("OK\n")


@pytest.mark.parametrize("host", ["bank.example", "example", "1.1.1.1", "2606:4700::1111", "nothall.example"])
def test_a_stolen_key_passes_for_nobody_else(authority: Authority, tmp_path: Path, host: str) -> None:
    assert not authority.vouches_for(host)
    assert "permitted subtree violation" in verified(tmp_path, authority, ["192.168.1.7", host])


def test_hosts_of_private_networks_are_permitted_once() -> None:
    permitted = [
        Authority.open(None, hosts, NOW).certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        for hosts in ([], ["192.168.1.7", "desk.local"])
    ]
    assert permitted[0] == permitted[1]


def test_what_a_client_has_to_know_of_a_certificate_is_critical(authority: Authority) -> None:
    """A client refuses a certificate with a critical extension that it cannot read: these are worth it."""
    issued = x509.load_pem_x509_certificates(authority.issue(certified(["192.168.1.7"]), NOW).pem)
    assert [{each.oid._name: each.critical for each in one.extensions} for one in issued] == [
        {
            "basicConstraints": True,
            "keyUsage": True,
            "extendedKeyUsage": False,
            "subjectAltName": False,
            "subjectKeyIdentifier": False,
            "authorityKeyIdentifier": False,
        },
        {"basicConstraints": True, "keyUsage": True, "subjectKeyIdentifier": False, "nameConstraints": False},
    ]


def test_a_certificate_is_for_its_hosts_alone(authority: Authority, tmp_path: Path) -> None:
    assert "IP address mismatch" in verified(tmp_path, authority, ["192.168.1.7"], "-verify_ip", "192.168.1.8")


def test_a_certificate_lasts_as_long_as_phones_allow(authority: Authority) -> None:
    issued = authority.issue(certified(["192.168.1.7", "192.168.1.7", "DESK.local"]), NOW)
    assert issued.hosts == (ip_address("192.168.1.7"), "desk.local")
    assert issued.until - issued.since <= timedelta(days=825)


@pytest.mark.parametrize(
    ("hosts", "days", "serves"),
    [
        (["192.168.1.7"], 0, True),
        (["192.168.1.8"], 0, False),
        (["192.168.1.7"], (LIFE - RENEWED).days - 1, True),
        (["192.168.1.7"], (LIFE - RENEWED).days + 1, False),
        (["192.168.1.7"], 400, False),
        (["192.168.1.7"], -40, False),
    ],
)
def test_another_certificate_is_needed_in_time(authority: Authority, hosts: list[str], days: int, serves: bool) -> None:
    issued = authority.issue(certified(["192.168.1.7", "localhost"]), NOW)
    assert issued.serves(certified(hosts), NOW + timedelta(days=days)) is serves


def test_a_clock_that_was_never_set_makes_certificates_of_today() -> None:
    never = datetime(1970, 1, 1, tzinfo=UTC)
    authority = Authority.open(None, [], never)
    issued = authority.issue(certified(["localhost"]), never)
    assert issued.since < EARLIEST < issued.until < authority.certificate.not_valid_after_utc
    assert issued.serves(issued.hosts, never)


def test_an_authority_is_made_once_and_its_key_is_for_its_owner(tmp_path: Path) -> None:
    tmp_path /= "not/there/yet"
    made = Authority.open(tmp_path, [])
    (tmp_path / "authority").chmod(0o755)
    assert Authority.open(tmp_path, ["hall.example"]).fingerprint == made.fingerprint
    assert stat.S_IMODE((tmp_path / "authority/authority.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "authority").stat().st_mode) == 0o700
    said = subprocess.run(
        ["openssl", "x509", "-in", tmp_path / "authority/authority.crt", "-noout", "-fingerprint", "-sha256"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.strip().endswith(made.fingerprint)


def test_a_key_of_another_authority_is_refused(tmp_path: Path) -> None:
    Authority.open(tmp_path, [])
    (tmp_path / "authority/authority.key").write_bytes(Authority.open(None, []).key_pem)
    with pytest.raises(ValueError, match="the key is not that of the certificate"):
        Authority.open(tmp_path, [])


def test_an_authority_signs_for_no_other_authority(authority: Authority) -> None:
    of = authority.certificate.extensions.get_extension_for_class(x509.BasicConstraints).value
    assert (of.ca, of.path_length) == (True, 0)
