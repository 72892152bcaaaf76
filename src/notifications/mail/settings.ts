/** The settings of the mail server, and how they are parsed. It loads no package. */
import { isThisMachine } from '../../http/outgoing.ts'

export interface MailSettings {
  host: string
  port: number
  /** True for TLS from the first byte (smtps), false for STARTTLS. */
  implicitTls: boolean
  /** False for a server on this machine: nobody reads on the way to it. */
  mustEncrypt: boolean
  /** Undefined if the server wants no credentials. */
  credentials: { user: string; pass: string } | undefined
  /** Such as `Scorebook <scorebook@example.org>`. */
  from: string
  /** A certificate to trust beside the system's. */
  ca?: string
}

type Server = Omit<MailSettings, 'from'>

/** Undefined for a text that is no such URL. */
export function serverIn(given: string): Server | undefined {
  const url = URL.parse(given)
  const isPlain = url && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
  const implicitTls = url?.protocol === 'smtps:'
  if (!isPlain || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined
  if ((url.username === '') !== (url.password === '')) return undefined
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || pass === undefined) return undefined
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: url.port === '' ? (implicitTls ? 465 : 587) : Number(url.port),
    implicitTls,
    mustEncrypt: !isThisMachine(host),
    credentials: user === '' ? undefined : { user, pass },
  }
}

/** Undefined if the text is not percent-encoded well. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** An address, or a name and an address in angle brackets. */
export const SENDER = /^(?:[^<>@"\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
