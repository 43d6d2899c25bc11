"""What becomes of an address that was published: split, merged, withdrawn, frozen, never lost.

`shift` says where every character goes, `tables` and `prose` make each table and text follow, the commands' modules
(`split`, `merge`, `withdraw`, `freeze`) say what is asked for, and `change` puts it in place, all or nothing.
"""
