/** A file of its own, so that a thread that reads an import starts without the library of schemas: 0.10 s in place of 0.17. */

/** In bytes. Lists show loadouts too: with 1 MB for each match, a page of 100 matches would have 100 MB. */
export const LARGEST_ATTRIBUTES = 64 * 1024
