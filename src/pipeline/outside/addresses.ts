/** The addresses that we fetch documents from: only addresses of the open internet. */
import { lookup } from 'node:dns'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/** The host is, or resolves to, an address that we don't fetch from. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

/** IPv4 addresses outside the open internet, from the registry of special-purpose addresses (RFC 6890). */
const NOT_OPEN = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Parts of IPv6's global unicast that are no public hosts: tunnels, protocols, documentation. */
const NOT_OPEN_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const notOpen = blockList('ipv4', NOT_OPEN)
const notOpen6 = blockList('ipv6', NOT_OPEN_6)
const globalUnicast = blockList('ipv6', [['2000::', 3]])

/** For IPv6 we accept only global unicast. That excludes addresses that contain an IPv4 address (mapped, translated). */
export function isOpen(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notOpen.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !notOpen6.check(address, 'ipv6')
}

/** The address, if the URL's host is an IP address: then no lookup is made for the connection. */
export function literalAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) ? address : undefined
}

/**
 * True for names outside the open internet, whatever a resolver answers: names without a dot, and names reserved for
 * one machine or a private net (RFC 6761, RFC 6762 with its appendix G, RFC 8375, and `internal`).
 */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || PRIVATE_NAME.test(name)
}

const PRIVATE_NAME = /\.(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** The socket's own lookup. The socket connects to the very address that was checked, so no second DNS answer can differ. */
export function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const refused = addresses.find(({ address }) => !isAllowed(address))
      const [first] = addresses
      if (refused || !first)
        callback(new RefusedAddress(`${hostname} is at an address that isn't public.`), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, family)
  return list
}
