"""A certificate for HTTPS with this machine's names, signed by the user's own authority.

A phone trusts the authority once; the server's certificate can then change with the machine's
addresses. The authority may sign only for this machine's names and for private addresses, so
that its key, which is in the user's folder, is worth nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from wwfsnap.errors import StateUnusable
from wwfsnap.serve.guard import keep_secret

PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
PRIVATE6 = ("fc00::/7", "fe80::/10", "::1/128")
SHARED = "100.64.0.0/10"  # a provider's inner network, and what Tailscale uses
AUTHORITY_DAYS = 3650
SERVER_DAYS = 397  # phones refuse what is valid for longer than some two years
LEAST_DAYS = 30


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files for HTTPS.

    Attributes:
        chain: The server's certificate, PEM.
        key: Its key, PEM.
        authority: The certificate that phones are to trust, DER; None for the user's own files.
    """

    chain: Path
    key: Path
    authority: bytes | None = None


def make_certificate(folder: Path, names: Collection[str]) -> Certificate:
    """A certificate for this machine's names and addresses, made anew only when necessary.

    Args:
        folder: Where authority, certificate and keys are kept.
        names: Host names and addresses.

    Raises:
        StateUnusable: The folder cannot be read or written.
    """
    hosts = sorted(name for name in names if not _is_address(name))
    numbers = sorted(name for name in names if _is_address(name))
    chain, key_file = folder / "serve-certificate.pem", folder / "serve-certificate-key.pem"
    authority, authority_key = _authority(folder, hosts)
    if not _still_good(chain, key_file, authority, hosts + numbers):
        key = ec.generate_private_key(ec.SECP256R1())
        made = _server(hosts, numbers, key.public_key(), authority, authority_key)
        keep_secret(key_file, _pem(key))
        whole = (made, authority)
        keep_secret(chain, b"".join(c.public_bytes(serialization.Encoding.PEM) for c in whole))
    return Certificate(chain, key_file, authority.public_bytes(serialization.Encoding.DER))


def _authority(
    folder: Path, hosts: Sequence[str]
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """The user's authority; a new one where there is none for these names, or it expires soon."""
    file, key_file = folder / "serve-authority.pem", folder / "serve-authority-key.pem"
    try:
        found = x509.load_pem_x509_certificate(file.read_bytes())
        key = serialization.load_pem_private_key(key_file.read_bytes(), password=None)
        limits = found.extensions.get_extension_for_class(x509.NameConstraints).value
        allowed = {name.value for name in limits.permitted_subtrees or ()}
        fits = found.public_key() == key.public_key() and allowed.issuperset(hosts)
        if isinstance(key, ec.EllipticCurvePrivateKey) and fits and _lasts(found):
            return found, key
    except FileNotFoundError:
        pass
    except OSError as fault:
        raise StateUnusable(f"{file}: cannot be read ({fault.strerror})") from None
    except (ValueError, TypeError, x509.ExtensionNotFound):  # damaged: made again
        pass
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"wwfsnap on {_shown(hosts)}")])
    nets = [ip_network(net) for net in (*PRIVATE, SHARED, *PRIVATE6)]
    allowed_names = [*map(x509.DNSName, hosts), *map(x509.IPAddress, nets)]
    made = (
        _begun(name, name, key.public_key(), AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(allowed_names, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    keep_secret(key_file, _pem(key))
    keep_secret(file, made.public_bytes(serialization.Encoding.PEM))
    return made, key


def _server(
    hosts: Sequence[str],
    numbers: Sequence[str],
    public: ec.EllipticCurvePublicKey,
    authority: x509.Certificate,
    key: ec.EllipticCurvePrivateKey,
) -> x509.Certificate:
    """The server's certificate, signed by the authority."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, _shown(hosts))])
    known = [*map(x509.DNSName, hosts), *(x509.IPAddress(ip_address(each)) for each in numbers)]
    issuer = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return (
        _begun(name, authority.subject, public, SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(known), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(issuer), critical=False
        )
        .sign(key, hashes.SHA256())
    )


def _begun(
    name: x509.Name, issuer: x509.Name, public: ec.EllipticCurvePublicKey, days: int
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # the phone's clock may be slow
        .not_valid_after(now + timedelta(days=days))
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _still_good(chain: Path, key: Path, authority: x509.Certificate, names: Sequence[str]) -> bool:
    """Whether the existing certificate is valid for the names, and for some time to come."""
    try:
        found = x509.load_pem_x509_certificate(chain.read_bytes())
        alternatives = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        own = serialization.load_pem_private_key(key.read_bytes(), password=None)
        found.verify_directly_issued_by(authority)
    except Exception:  # noqa: BLE001 - whatever is wrong with it, another one is made
        return False
    fits = found.public_key() == own.public_key()
    return fits and _lasts(found) and {str(name.value) for name in alternatives} == set(names)


def _lasts(certificate: x509.Certificate) -> bool:
    return certificate.not_valid_after_utc > datetime.now(UTC) + timedelta(days=LEAST_DAYS)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _shown(hosts: Sequence[str]) -> str:
    """The machine's name to show to people."""
    return next((host for host in hosts if host != "localhost"), "localhost")[:40]


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
