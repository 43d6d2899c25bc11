"""A generator of annotated digital critical editions."""
