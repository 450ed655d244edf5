"""Schema: from nodes (keys and values as written, with their places) to typed records, with good complaints.

    nodes      what a file holds, and readers for the fields of a map
    refs       ids, addresses and references as text
    says       what a position says
    articles   archive.yaml, articles, pages, strings
    records    entities, events, claims
    selectors  what a note points at
    notes      what is said about an article
    withhold   what of an article is withheld

It promises that every key has one type, that a record which failed is left out, and that whatever a person can write
becomes a record or problems, never an exception. It opens no file and knows nothing of YAML or of other records.
"""

from postil.schema import articles, notes, records, withhold
from postil.schema.articles import (
    ARTICLE_KEYS,
    article_from_node,
    page_from_node,
    settings_from_node,
    strings_from_node,
)
from postil.schema.nodes import Fields, Map, Node, Scalar, Seq, with_unique_ids
from postil.schema.notes import derived_id, draft_from_node, is_list_of_notes, note_ids, notes_from_node
from postil.schema.records import claims_from_node, entities_from_node, events_from_node, kind_of_records
from postil.schema.refs import LONGEST_ID, RESERVED, fault_of_id, id_from_words, ref_from_field, ref_from_text
from postil.schema.says import says_from_text
from postil.schema.withhold import REASONS, confided, withheld_of_draft

KEYS = articles.KEYS | notes.KEYS | records.KEYS | withhold.KEYS
"""Every key that has a meaning somewhere."""

__all__ = [
    "ARTICLE_KEYS",
    "KEYS",
    "LONGEST_ID",
    "REASONS",
    "RESERVED",
    "Fields",
    "Map",
    "Node",
    "Scalar",
    "Seq",
    "article_from_node",
    "claims_from_node",
    "confided",
    "derived_id",
    "draft_from_node",
    "entities_from_node",
    "events_from_node",
    "fault_of_id",
    "id_from_words",
    "is_list_of_notes",
    "kind_of_records",
    "note_ids",
    "notes_from_node",
    "page_from_node",
    "ref_from_field",
    "ref_from_text",
    "says_from_text",
    "settings_from_node",
    "strings_from_node",
    "with_unique_ids",
    "withheld_of_draft",
]
