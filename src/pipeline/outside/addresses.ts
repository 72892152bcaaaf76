/** Decides from which addresses documents may be fetched. Only addresses on the open internet are allowed. */
import { lookup } from 'node:dns'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/** The host is not on the open internet. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

/** The IPv4 addresses that are not on the open internet (RFC 6890). */
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

/** The parts of IPv6's global unicast that are used for tunnels, protocols and documentation. */
const NOT_OPEN_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const notOpen = blockList('ipv4', NOT_OPEN)
const notOpen6 = blockList('ipv6', NOT_OPEN_6)
const globalUnicast = blockList('ipv6', [['2000::', 3]])

/** From IPv6, only global unicast addresses count as open. So an IPv4 address cannot hide in an IPv6 address. */
export function isOpen(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notOpen.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !notOpen6.check(address, 'ipv6')
}

/** The IP address in a URL. Undefined if the URL has a host name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) ? address : undefined
}

/** True for a name without a dot, and for names of a single machine or a private net (RFC 6761, 6762, 8375). */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || PRIVATE_NAME.test(name)
}

const PRIVATE_NAME = /\.(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** A look-up that checks the address to which the socket will connect, because a second look-up in DNS could give another one. */
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
