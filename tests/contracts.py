"""Contracts for import-linter that it does not bring along."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class Faces(Contract):
    """Each room is entered by its face: other rooms import the package, no module within.

    A room is a package right below one of the floors. Its modules import each other as they like;
    modules that lie on a floor itself are open to all.
    """

    floors = fields.SetField(subfield=fields.StringField())
    rooms = fields.SetField(subfield=fields.StringField())  # floors that are one room

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002, FBT001 - its interface
        """All imports of modules within rooms from elsewhere."""
        rooms = {
            room
            for floor in self.floors  # type: ignore[attr-defined] # a list, once it is read
            for room in graph.find_children(floor)
            if graph.find_children(room)
        } | set(self.rooms)  # type: ignore[call-overload] # a list, once it is read
        deep = [
            (importer, module)
            for room in rooms
            for module in graph.find_descendants(room)
            for importer in graph.find_modules_that_directly_import(module)
            if importer != room and not importer.startswith(f"{room}.")
            # A function of the face may have the name of its module.
            if any(
                module in each["line_contents"]
                for each in graph.get_import_details(importer=importer, imported=module)
            )
        ]
        return ContractCheck(kept=not deep, metadata={"deep": sorted(deep)})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """A line for each such import."""
        for importer, module in check.metadata["deep"]:
            output.print_error(f"{importer} imports {module}, which lies within a room")


class NoCircles(Contract):
    """No module imports itself by way of others, not even for its types alone."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002, FBT001 - its interface
        """One circle of modules, if there is any."""
        imports = {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}
        try:
            TopologicalSorter(imports).prepare()
        except CycleError as found:
            return ContractCheck(kept=False, metadata={"circle": found.args[1]})
        return ContractCheck(kept=True)

    def render_broken_contract(self, check: ContractCheck) -> None:
        """The circle, each module imported by the next."""
        output.print_error(" <- ".join(check.metadata["circle"]))
