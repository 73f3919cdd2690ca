"""Games against the program on the page: their jobs and addresses."""
