/** The settings for the mail server, and how they are parsed. This file loads no package. */
import { isThisMachine } from '../../http/outgoing.ts'

export interface MailSettings {
  host: string
  port: number
  /** True if TLS begins with the first byte (smtps), false for STARTTLS. */
  implicitTls: boolean
  /** False for a mail server on this machine, because nobody can read the connection to it. */
  mustEncrypt: boolean
  /** Undefined if the mail server needs no credentials. */
  credentials: { user: string; pass: string } | undefined
  /** The sender, such as `Scorebook <scorebook@example.org>`. */
  from: string
  /** A certificate that is trusted together with the system's certificates. */
  ca?: string
}

type Server = Omit<MailSettings, 'from'>

/** Undefined if the text is not the URL of a mail server. */
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

/** Undefined if the percent-encoding of the text is wrong. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Matches an address, or a name with an address in angle brackets. */
export const SENDER = /^(?:[^<>@"\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
