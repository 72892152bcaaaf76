/**
 * Loaded into each instance before it starts (`--import`): what Node compiled is written to its cache soon after the start. Node
 * writes it when a process ends by itself. After a kill, the next start would compile everything again.
 */
import { flushCompileCache } from 'node:module'

/** In milliseconds: by then an instance answers. */
const SOON = 2_000

setTimeout(flushCompileCache, SOON).unref()
