"""Keys, and the roles they grant."""

import hashlib
import re

from rattus.server.tables.keys import ALPHABET, digest, new_key, new_table_id


def test_a_key_has_128_random_bits_and_is_safe_in_urls() -> None:
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", key) for key in keys)  # 22 letters of 6 bits


def test_table_ids_can_be_read_aloud() -> None:
    ids = {new_table_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(name) == 10 and set(name) <= set(ALPHABET) for name in ids)
    assert not set("ilo01") & set(ALPHABET)


def test_only_a_hash_of_a_key_is_stored() -> None:
    key = new_key()
    assert digest(key) == hashlib.sha256(key.encode()).hexdigest()
    assert key not in digest(key)
