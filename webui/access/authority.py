"""A certificate authority of this computer, for phones to trust, and the certificates that it issues.

Its key may vouch only for names and addresses of private networks (RFC 5280, 4.2.1.10): a thief of the key cannot pass
for any other site on the phones that trust it.
"""

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from vision.files import write
from webui.access.https import FOLDER

AUTHORITY_LIFE: Final = timedelta(days=3650)
"""Validity of the authority. Longer leaves a stolen key useful for longer; shorter makes all phones trust a new one."""

LIFE: Final = timedelta(days=90)
"""Validity of a certificate; Apple accepts at most 825 days. Longer helps a thief; shorter renews it more often, and
fails phones whose clock is wrong."""

RENEWED: Final = timedelta(days=30)
"""Validity left below which a certificate is renewed: clocks of phones may be wrong by days, not by weeks."""

SKEW: Final = timedelta(days=1)
"""Time before its making from which a certificate is valid, for phones whose clock is behind."""

EARLIEST: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Earliest date of certificates, since a computer without a clock chip starts in the past."""

PRIVATE: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),  # RFC 1918
            *("127.0.0.0/8", "169.254.0.0/16", "100.64.0.0/10"),  # loopback, RFC 3927, RFC 6598
            *("::1/128", "fc00::/7", "fe80::/10"),  # loopback, RFC 4193, RFC 4291
        ),
    )
)
"""Networks of private addresses, which the authority may vouch for."""

LOCAL: Final = ("localhost", "local", "home.arpa", "internal", "lan")
"""Domains of private networks (RFC 6761, RFC 6762, RFC 8375), and those that access points give."""

Certified = ipaddress.IPv4Address | ipaddress.IPv6Address | str
"""An address, or the name of a host."""


def certified(hosts: Iterable[str]) -> list[Certified]:
    """Return addresses and names in the form of a certificate, each once."""
    return list(dict.fromkeys(_certified(host) for host in hosts))


def _certified(host: str) -> Certified:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host.lower().encode("idna").decode()


@dataclass(frozen=True, slots=True)
class Issued:
    """A certificate with its key.

    Attributes:
        pem: Key, certificate and that of its authority.
        hosts: Its addresses and names.
        since: Beginning of its validity.
        until: End of its validity.
    """

    pem: bytes
    hosts: tuple[Certified, ...]
    since: datetime
    until: datetime

    def serves(self, hosts: Sequence[Certified], now: datetime) -> bool:
        """Return True if it covers all of these, and is valid for long enough."""
        return set(hosts) <= set(self.hosts) and self.since <= max(now, EARLIEST) <= self.until - RENEWED


@dataclass(frozen=True, slots=True)
class Authority:
    """An authority: its certificate and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @classmethod
    def open(cls, folder: Path | None, hosts: Iterable[str], now: datetime | None = None) -> "Authority":
        """Return the authority stored in a folder, or a new one.

        Args:
            folder: The data folder, or None to store nothing.
            hosts: Addresses and names outside private networks that a new authority may vouch for too.
            now: The time, or None for the clock's.

        Raises:
            OSError: It can neither be read nor written.
            ValueError: The stored authority is damaged.
        """
        if folder is None:
            return cls._made(hosts, now)
        own = folder / FOLDER
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        own.chmod(0o700)
        key_file, file = own / "authority.key", own / "authority.crt"
        try:
            key = load_pem_private_key(key_file.read_bytes(), None)
            certificate = x509.load_pem_x509_certificate(file.read_bytes())
        except FileNotFoundError:
            made = cls._made(hosts, now)
            write(file, made.pem)
            write(key_file, made.key_pem, private=True)
            return made
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
            raise ValueError("the key is not that of the certificate")
        return cls(certificate, key)

    @classmethod
    def _made(cls, hosts: Iterable[str], now: datetime | None) -> "Authority":
        now = max(now or datetime.now(UTC), EARLIEST)
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name(f"Tableside ({socket.gethostname()})")
        permitted = [*map(x509.IPAddress, PRIVATE), *map(x509.DNSName, LOCAL)]
        others = [host for host in certified(hosts) if not _within(host, permitted)]
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - SKEW)
            .not_valid_after(now + AUTHORITY_LIFE)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs_certificates=True), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            # not critical, as the CA/Browser Forum allows: a client that cannot read it accepts the authority all the
            # same
            .add_extension(x509.NameConstraints([*permitted, *map(_network, others)], None), critical=False)
            .sign(key, hashes.SHA256())
        )
        return cls(certificate, key)

    @property
    def pem(self) -> bytes:
        """The certificate."""
        return self.certificate.public_bytes(Encoding.PEM)

    @property
    def key_pem(self) -> bytes:
        """The key."""
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate as phones show it: `AB:CD:…`."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    def vouches_for(self, host: str) -> bool:
        """Return True if it may issue a certificate for an address or a name."""
        limits = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        return _within(_certified(host), limits.permitted_subtrees or [])

    def issue(self, hosts: Sequence[Certified], now: datetime) -> Issued:
        """Issue a certificate with a key of its own.

        Args:
            hosts: Its addresses and names.
            now: The time.
        """
        now = max(now, EARLIEST)
        key = ec.generate_private_key(ec.SECP256R1())
        since, until = now - SKEW, min(now + LIFE, self.certificate.not_valid_after_utc)
        names = [x509.DNSName(host) if isinstance(host, str) else x509.IPAddress(host) for host in hosts]
        certificate = (
            x509.CertificateBuilder()
            .subject_name(_name("Tableside"))
            .issuer_name(self.certificate.subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(since)
            .not_valid_after(until)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False)
            .sign(self.key, hashes.SHA256())
        )
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return Issued(pem + certificate.public_bytes(Encoding.PEM) + self.pem, tuple(hosts), since, until)


def _name(common: str) -> x509.Name:
    organization = x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Tableside")
    return x509.Name([organization, x509.NameAttribute(NameOID.COMMON_NAME, common[:64])])


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _network(host: Certified) -> x509.GeneralName:
    """Return the constraint that permits one address, or one name with its subdomains."""
    return x509.DNSName(host) if isinstance(host, str) else x509.IPAddress(ipaddress.ip_network(host))


def _within(host: Certified, permitted: Iterable[x509.GeneralName]) -> bool:
    for each in permitted:
        match each:
            case x509.DNSName() if isinstance(host, str) and f".{host}".endswith(f".{each.value}"):
                return True
            case x509.IPAddress(value=ipaddress.IPv4Network() | ipaddress.IPv6Network() as network) if (
                not isinstance(host, str) and host in network
            ):
                return True
    return False
