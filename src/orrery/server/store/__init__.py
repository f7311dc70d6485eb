"""What is kept: the database, its tables, and the functions that read and write them."""
