"""Every value that crosses a stage border: the glossary of the engine.

`records` is what a person wrote, typed; `loaded` is all of it, with settings and templates. `imported` is what an import
makes of a file. `text` is an article prepared: its text, addresses and anchored spans. `archive` is everything linked.
`page` is what a template sees: `lines` of lists and tables, and the `parts` that several pages share, with a `strip` or a
`chart` drawn. `indexed` is what the search sees. All are frozen; none holds a clock, a locale or a path of this machine.
"""
