/** Fetches and reads a rulebook, if the robots.txt of its site allows it. */
import { createHash } from 'node:crypto'
import { DAY } from './call.ts'
import { Failed, Unusable } from './failures.ts'
import { type Document, type FetchLimits, fetchDocument } from './fetch-document.ts'
import { faultOfAddress } from './guarded.ts'
import { type ReadingLimits, readDocument } from './read-document.ts'
import { ALL_ALLOWED, type Robots, robotsOf } from './robots.ts'
import type { ReadRulebook } from './services.ts'
import { USER_AGENT } from './user-agent.ts'

export interface FetchSettings {
  /** The user agent. The part before the first `/` is the product token for robots.txt. */
  userAgent?: string
  loopbackPorts?: readonly number[]
  mostBytes?: number
  timeout?: number
  reading?: Partial<ReadingLimits>
}

/** Returns a document if it could be fetched. Throws if the site's robots.txt forbids it. */
type Fetch = (address: string, signal: AbortSignal) => Promise<Document>

export interface Site {
  /** Judges an address only by its form, before anything is fetched. */
  mayFetch: (address: string) => boolean
  fetch: Fetch
  robots: (url: URL, signal: AbortSignal) => Promise<Robots>
}

const MEGABYTE = 1024 * 1024
export const DOCUMENT = { mostBytes: 40 * MEGABYTE, timeout: 60_000 }
export const READING = { time: 30_000, memory: 512 * MEGABYTE, mostPages: 500, mostCharacters: 1_000_000 }

/** Fetches the documents of a site, and its robots.txt once a day. */
export function politeSite(settings: FetchSettings): Site {
  const limits: FetchLimits = {
    userAgent: settings.userAgent ?? USER_AGENT,
    loopbackPorts: settings.loopbackPorts ?? [],
    mostBytes: settings.mostBytes ?? DOCUMENT.mostBytes,
    timeout: settings.timeout ?? DOCUMENT.timeout,
  }
  const productToken = /^[\w-]*/.exec(limits.userAgent)?.[0] ?? ''
  const memory = new Map<string, { robots: Robots; until: number }>()

  async function robots(url: URL, signal: AbortSignal): Promise<Robots> {
    const known = memory.get(url.origin)
    if (known && known.until > Date.now()) return known.robots
    const robots = await fetchRobots(url.origin, productToken, limits, signal)
    const [oldest] = memory.keys()
    if (memory.size >= MOST_SITES && oldest !== undefined) memory.delete(oldest)
    memory.set(url.origin, { robots, until: Date.now() + DAY })
    return robots
  }

  return {
    mayFetch(address) {
      const url = URL.parse(address)
      return url !== null && faultOfAddress(url, limits) === undefined
    },
    robots,
    async fetch(address, signal) {
      const document = await fetchDocument(address, limits, signal, async (url) => {
        const { allows } = await robots(url, signal)
        if (!allows(url.pathname + url.search)) throw new Unusable(`${url.host} asks robots not to fetch it.`)
      })
      const { status, url } = document
      if (status === 200) return document
      if (status === 408 || status === 429 || status >= 500)
        throw new Failed(`${url.host} answered ${status}.`)
      throw new Unusable(`${url.host} answered ${status}.`)
    },
  }
}

const MOST_SITES = 500

/** If a site has no robots.txt, everything is allowed. If the file cannot be fetched, nothing is (RFC 9309 §2.3.1). */
async function fetchRobots(
  origin: string,
  productToken: string,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Robots> {
  const { status, bytes, url } = await fetchDocument(
    `${origin}/robots.txt`,
    { ...limits, mostBytes: MEGABYTE, timeout: Math.min(limits.timeout, 10_000) },
    signal,
  )
  if (status === 200) return robotsOf(bytes.toString('utf8').replace(/^\uFEFF/, ''), productToken)
  if (status >= 400 && status < 500 && status !== 429) return ALL_ALLOWED
  throw new Failed(`${url.host} answered ${status} for its robots.txt.`)
}

export function rulebookReader(site: Site, given: FetchSettings['reading'] = {}): ReadRulebook {
  const limits = { ...READING, ...given }
  return async (address, signal) => {
    const document = await site.fetch(address, signal)
    const { contentType, title, language, text } = await readDocument(document, limits, signal)
    return {
      url: document.url.href,
      contentType,
      ...(title === undefined ? {} : { title }),
      ...(language === undefined ? {} : { language }),
      hash: createHash('sha256').update(document.bytes).digest('hex'),
      bytes: document.bytes.length,
      text,
    }
  }
}
