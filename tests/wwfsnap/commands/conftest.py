"""What the tests of commands share."""

from tests.shared.clients import clients

__all__ = ["clients"]
