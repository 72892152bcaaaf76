/**
 * Checks the addresses to which the provider sends a browser back. Only the app itself may be able to receive what is sent there.
 */
import { isLoopback } from '../../http/outgoing.ts'

/** What is wrong with the address, as the rest of a sentence that begins with the field's name. */
export function faultOfRedirect(uri: string): string | undefined {
  const parsed = URL.parse(uri)
  // The library compares addresses letter by letter. So only the spelling that browsers and apps send is accepted.
  if (!parsed || /[\s\\]/.test(uri)) return 'must be an absolute URI'
  if (uri.includes('#')) return 'must have no fragment'
  if (uri.includes('*')) return 'must have no wildcard: it is compared letter by letter'
  if (parsed.username !== '' || parsed.password !== '') return 'must have no user name'
  if (parsed.protocol === 'https:') return undefined
  if (parsed.protocol === 'http:')
    return isLocal(uri) ? undefined : 'must be https, or http on this machine (127.0.0.1, [::1], localhost)'
  // RFC 8252 §7.1: the scheme is a domain of the app's maker, backwards. So two apps never share one.
  return parsed.protocol.includes('.')
    ? undefined
    : 'must have a scheme of its own with a dot, such as org.example.app:/callback'
}

/** True for an address on the person's own machine, where an app listens on any free port. */
export function isLocal(uri: string): boolean {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && (hostname === 'localhost' || isLoopback(hostname))
}

export const isPrivateScheme = (uri: string): boolean => !/^https?:/i.test(uri)
