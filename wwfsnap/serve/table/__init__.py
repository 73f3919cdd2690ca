"""Games against the program on the page: their jobs, their addresses, a server for them alone."""
