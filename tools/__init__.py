"""What writes or reads files of the repository: no part of the product."""
