"""Watching folders: each new picture is solved once, and messages about it are sent."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.watching.channels import desktop_channel, program_channel, push_channel
    from wwfsnap.watching.deliveries import Address, Channel, MessageSender
    from wwfsnap.watching.events import FolderChanges, Stop
    from wwfsnap.watching.folder import Folder, is_wanted
    from wwfsnap.watching.ledger import Ledger
    from wwfsnap.watching.notices import TerminalNotices, print_notice
    from wwfsnap.watching.watcher import Watcher

__all__ = [
    "Address",
    "Channel",
    "Folder",
    "FolderChanges",
    "Ledger",
    "MessageSender",
    "Stop",
    "TerminalNotices",
    "Watcher",
    "desktop_channel",
    "is_wanted",
    "print_notice",
    "program_channel",
    "push_channel",
]

__getattr__ = on_demand(__name__, __file__)
