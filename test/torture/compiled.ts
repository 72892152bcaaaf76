/**
 * Is loaded into each instance before it starts (`--import`), and writes Node's cache of compiled code soon after the start.
 * Otherwise Node writes it only when a process ends by itself, so that each start after a kill would compile everything again.
 */
import { flushCompileCache } from 'node:module'

/** In milliseconds. By then an instance answers. */
const SOON = 2_000

setTimeout(flushCompileCache, SOON).unref()
