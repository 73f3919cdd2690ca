"""Word lists of languages: found on this machine or fetched, cleaned and stored."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.wordlists.installing import Installed, Installing, install
    from wwfsnap.wordlists.languages import LanguageState, check_installable, language_states
    from wwfsnap.wordlists.store import Kept, kept_list

__all__ = [
    "Installed",
    "Installing",
    "Kept",
    "LanguageState",
    "check_installable",
    "install",
    "kept_list",
    "language_states",
]

__getattr__ = on_demand(__name__, __file__)
