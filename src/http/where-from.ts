/** Where a request comes from, for the audit and for the budgets of sign-ins. */
import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

export type WhereFrom = {
  address: string
  userAgent: string
}

export const whereFrom = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): WhereFrom => ({
  address: addressOf(ip),
  userAgent: headers['user-agent'] ?? '',
})

/**
 * Writes an address in one spelling, without a port. From an IPv6 address only the first 64 bits are taken, because one customer
 * has 2^64 addresses.
 */
export const addressOf = (text: string): string => {
  const ip =
    WITH_PORT.exec(text)
      ?.slice(1)
      .find((part) => part !== undefined) ?? text
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  const isV4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff
  if (isV4) return [groups[6], groups[7]].flatMap((group = 0) => [group >> 8, group & 0xff]).join('.')
  return networkIn(groups, 64)
}

/** Matches `192.0.2.1:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]`. */
const WITH_PORT = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/

/** The networks to which an address belongs: for IPv6 a home, a site and a provider; for IPv4 a site and a provider. */
export function networksOf(address: string): { home?: string; site?: string; provider?: string } {
  if (isIPv4(address)) {
    const [a, b, c] = address.split('.')
    return { site: `${a}.${b}.${c}.0/24`, provider: `${a}.${b}.0.0/16` }
  }
  const ip = address.replace(/\/64$/, '')
  if (!isIPv6(ip)) return {}
  const groups = groupsOf(ip)
  return { home: networkIn(groups, 56), site: networkIn(groups, 48), provider: networkIn(groups, 32) }
}

/** The path of an address for `fair-line.ts`: its networks from the widest on, and the address. */
export function pathFrom(address: string): string[] {
  const { home, site, provider } = networksOf(address)
  return [provider, site, home, address].filter((network) => network !== undefined)
}

/** The groups of an IPv6 address. `URL` can read all spellings of an address, and writes only one. */
function groupsOf(ip: string): number[] {
  const { hostname } = new URL(`http://[${ip.split('%')[0]}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16))
}

function networkIn(groups: readonly number[], bits: 32 | 48 | 56 | 64): string {
  const kept = groups.slice(0, 4).map((group, at) => {
    const inside = Math.min(16, Math.max(0, bits - at * 16))
    return (group & (0xff_ff << (16 - inside)) & 0xff_ff).toString(16)
  })
  return `${kept.slice(0, Math.ceil(bits / 16)).join(':')}::/${bits}`
}
