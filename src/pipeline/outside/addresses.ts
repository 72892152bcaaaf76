/** Decides which addresses we fetch documents from. Only addresses of the open internet are allowed. */
import { lookup } from 'node:dns'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/** The host is not on the open internet. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

/** IPv4 addresses outside of the open internet (RFC 6890). */
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

/** Parts of IPv6's global unicast that are for tunnels, protocols and documentation. */
const NOT_OPEN_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const notOpen = blockList('ipv4', NOT_OPEN)
const notOpen6 = blockList('ipv6', NOT_OPEN_6)
const globalUnicast = blockList('ipv6', [['2000::', 3]])

/** Only global unicast addresses of IPv6 are open, so an IPv4 address cannot hide in an IPv6 address. */
export function isOpen(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notOpen.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !notOpen6.check(address, 'ipv6')
}

/** The URL's IP address, if the URL has no host name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) ? address : undefined
}

/** True for names without a dot, and for names that belong to one machine or a private net (RFC 6761, 6762, 8375). */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || PRIVATE_NAME.test(name)
}

const PRIVATE_NAME = /\.(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** Checks the address to which the socket will connect, because DNS may answer differently the second time. */
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
