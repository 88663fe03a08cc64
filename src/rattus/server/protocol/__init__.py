"""What crosses the border, both ways: the only place where its form is written, one module a subject.

OpenAPI, the JSON Schema and the types of the browser client (`make types`) are made from it. What clients send is
validated; what the server sends is declared here, checked statically, and validated in tests: views are made for every
move, and validating them would cost more than making them.

A `seat` is a colour, as in the engine. The place at the table, numbered from 1, is a `chair`: it is there before a
match gives it a seat, and it may have none.
"""
