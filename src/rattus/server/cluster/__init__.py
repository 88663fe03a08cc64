"""Several server processes: the supervisor and its workers, sharding, the bus and presence."""
