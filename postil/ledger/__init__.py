"""The ledger of addresses: which words each stands for, kept while a text changes, and never given twice.

    rule   a text against what was sealed; what a revision keeps, gives and takes
    form   the file: the same bytes for the same ledger; what is wrong with one that others wrote
    words  two states of a passage, word by word

Promises that a sentence whose words stay keeps its address wherever it comes to stand, that of each address that goes a
stone is left, and that which sentences a sealed text has depends on the ledger alone, not on how sentences are found
today. Refuses to know files, pages and the day.
"""

from postil.ledger.form import Fault, ledger_from_text, text_from_ledger
from postil.ledger.rule import (
    Changes,
    changes,
    digest_of,
    digest_of_sentence,
    first_sealed,
    is_block,
    revised,
    sealed,
    words_of,
)
from postil.ledger.words import difference

__all__ = [
    "Changes",
    "Fault",
    "changes",
    "difference",
    "digest_of",
    "digest_of_sentence",
    "first_sealed",
    "is_block",
    "ledger_from_text",
    "revised",
    "sealed",
    "text_from_ledger",
    "words_of",
]
