"""Many pictures: on all cores, on a cluster, and the file of their answers."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.many.batch import Answer, answers, pictures_of
    from wwfsnap.many.cluster import cluster_answers
    from wwfsnap.many.parallel import in_order
    from wwfsnap.many.results import Results
    from wwfsnap.many.worker import Worker, report

__all__ = [
    "Answer",
    "Results",
    "Worker",
    "answers",
    "cluster_answers",
    "in_order",
    "pictures_of",
    "report",
]

__getattr__ = on_demand(__name__, __file__)
