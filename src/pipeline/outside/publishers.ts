/** Finds rulebooks in the sitemaps of publishers' sites. */
import { gunzipSync } from 'node:zlib'
import { decodeXML } from 'entities'
import { DAY } from './call.ts'
import { Failed, Unusable } from './failures.ts'
import type { Site } from './rulebooks.ts'

/** Finds addresses on a publisher's site that are probably rulebooks of the game. */
export type FindOnSites = (
  displayName: string,
  signal: AbortSignal,
) => Promise<{ addresses: string[]; failure: Failed | undefined }>

/** How many sitemaps of a site are read at most, because a sitemap can list others. */
const MOST_SITEMAPS = 30
const MOST_ADDRESSES = 20_000
const MOST_UNPACKED = 64 * 1024 * 1024

/** In milliseconds. If a site has failed, it is not asked again for this time. */
const REST = 10 * 60_000

/** A publisher is a domain such as `publisher.example`, or an origin. Each site is read once a day. */
export function onSitesOf(publishers: readonly string[], site: Site): FindOnSites {
  const memory = new Map<string, { until: number; addresses: Addresses | Failed }>()

  async function addressesOf(origin: URL, signal: AbortSignal): Promise<Addresses | Failed> {
    const known = memory.get(origin.href)
    if (known && known.until > Date.now()) return known.addresses
    const addresses = await rulebooksOf(origin, site, signal).catch((error: unknown) => {
      if (error instanceof Failed) return error
      if (error instanceof Unusable) return new Map<string, string>()
      throw error
    })
    memory.set(origin.href, { addresses, until: Date.now() + (addresses instanceof Failed ? REST : DAY) })
    return addresses
  }

  return async (displayName, signal) => {
    const wanted = words(displayName)
    if (wanted === '--') return { addresses: [], failure: undefined }
    const all = await Promise.all(publishers.map((publisher) => addressesOf(originOf(publisher), signal)))
    const addresses = all.flatMap((addresses) =>
      addresses instanceof Failed ? [] : [...addresses].filter(([, path]) => path.includes(wanted)),
    )
    return {
      addresses: addresses.map(([address]) => address),
      failure: all.find((addresses) => addresses instanceof Failed),
    }
  }
}

const originOf = (publisher: string) =>
  new URL(publisher.includes('://') ? publisher : `https://${publisher}/`)

/** True for the publisher's domain and all domains below it. */
export function isOn(publisher: string, address: string): boolean {
  const { host } = originOf(publisher)
  const url = URL.parse(address)
  return url !== null && (url.host === host || url.host.endsWith(`.${host}`))
}

type Addresses = Map<string, string>

async function rulebooksOf(origin: URL, site: Site, signal: AbortSignal): Promise<Addresses> {
  const { sitemaps } = await site.robots(origin, signal)
  const named = sitemaps.filter((address) => isOn(origin.origin, address))
  const waiting = named.length > 0 ? named : [new URL('/sitemap.xml', origin).href]
  const addresses: Addresses = new Map()
  const seen = new Set(waiting)
  for (let read = 0; read < MOST_SITEMAPS && addresses.size < MOST_ADDRESSES; read++) {
    const next = waiting.shift()
    if (next === undefined) break
    const { bytes } = await site.fetch(next, signal)
    const xml = unpacked(bytes).toString('utf8')
    const isIndex = /<sitemapindex[\s>]/.test(xml.slice(0, 2000))
    for (const [, location = ''] of xml.matchAll(/<loc>([^<]{1,2000})<\/loc>/g)) {
      const address = decodeXML(location.trim())
      if (!isOn(origin.origin, address) || addresses.size >= MOST_ADDRESSES) continue
      if (isIndex && !seen.has(address)) waiting.push(address)
      seen.add(address)
      if (isIndex) continue
      const path = pathOf(address)
      if (LIKELY.test(path)) addresses.set(address, words(path))
    }
  }
  return addresses
}

const LIKELY = /rule|regel|regle|reglas|anleitung|instruction|manual|\.pdf$/i

function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED })
  } catch (cause) {
    throw new Unusable('The sitemap is broken or too large.', { cause })
  }
}

function pathOf(address: string): string {
  const path = URL.parse(address)?.pathname ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Turns `Brücken & Türme` into `-brucken-turme-`, as such names are written in addresses. With the hyphens at both ends, only
 * whole words match.
 */
const words = (text: string) =>
  `-${text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')}-`
