"""Games against the program on the page: jobs, addresses, and a server only for them."""
