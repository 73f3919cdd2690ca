"""Watching folders: events in, each new picture solved once, messages out."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.watching.channels import desktop_channel, program_channel, push_channel
    from wwfsnap.watching.deliveries import Address, Carrier, Courier
    from wwfsnap.watching.events import FolderChanges, Stop
    from wwfsnap.watching.filters import is_wanted
    from wwfsnap.watching.folder import Folder
    from wwfsnap.watching.job import solve_job, warm_up
    from wwfsnap.watching.ledger import Ledger
    from wwfsnap.watching.notices import Voice, say_line
    from wwfsnap.watching.watcher import Watcher

__all__ = [
    "Address",
    "Carrier",
    "Courier",
    "Folder",
    "FolderChanges",
    "Ledger",
    "Stop",
    "Voice",
    "Watcher",
    "desktop_channel",
    "is_wanted",
    "program_channel",
    "push_channel",
    "say_line",
    "solve_job",
    "warm_up",
]

__getattr__ = on_demand(__name__, __file__)
