"""Many pictures: on all cores, on a cluster, and the file of their answers."""
