/** Checks the addresses to which the provider sends browsers back. Nobody but the app may be able to receive what is sent there. */
import { isLoopback } from '../../http/outgoing.ts'

/** Says what is wrong with the address. The text continues a sentence that begins with the field's name. */
export function faultOfRedirect(uri: string): string | undefined {
  const parsed = URL.parse(uri)
  // The library compares addresses letter by letter, so we accept only the spelling that browsers and apps send.
  if (!parsed || /[\s\\]/.test(uri)) return 'must be an absolute URI'
  if (uri.includes('#')) return 'must have no fragment'
  if (uri.includes('*')) return 'must have no wildcard: it is compared letter by letter'
  if (parsed.username !== '' || parsed.password !== '') return 'must have no user name'
  if (parsed.protocol === 'https:') return undefined
  if (parsed.protocol === 'http:')
    return isLocal(uri) ? undefined : 'must be https, or http on this machine (127.0.0.1, [::1], localhost)'
  // RFC 8252 §7.1: the scheme is the app maker's domain backwards, so no two apps share it.
  return parsed.protocol.includes('.')
    ? undefined
    : 'must have a scheme of its own with a dot, such as org.example.app:/callback'
}

/** True for an address on the person's own machine. An app listens there on any free port. */
export function isLocal(uri: string): boolean {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && (hostname === 'localhost' || isLoopback(hostname))
}

export const isPrivateScheme = (uri: string): boolean => !/^https?:/i.test(uri)
