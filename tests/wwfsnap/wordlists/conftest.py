"""What the tests of word lists share."""

from tests.shared.clients import clients

__all__ = ["clients"]
