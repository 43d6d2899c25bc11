"""Pages and exports, all from the same objects; the only part of the program that writes."""
