"""HTTPS of the server's own page."""

from webui.access.https import FOLDER, Https


def test_a_certificate_from_files_has_no_authority_to_trust() -> None:
    assert (Https().authority, Https().fingerprint) == (None, "")
    assert FOLDER == "authority"
