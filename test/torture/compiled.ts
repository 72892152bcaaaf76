/**
 * Loaded into each instance before it starts (`--import`). Node writes its cache of compiled code only when a process ends by
 * itself. So this writes the cache soon after the start, or each start after a kill would compile everything again.
 */
import { flushCompileCache } from 'node:module'

/** In milliseconds: by then an instance answers. */
const SOON = 2_000

setTimeout(flushCompileCache, SOON).unref()
