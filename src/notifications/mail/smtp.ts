/** A connection to the mail server. It can send several mails, and ends in time, whatever the server does. */
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mail } from './compose.ts'
import type { MailSettings } from './settings.ts'

/** In milliseconds. `whole` cuts off a server that only sends a byte now and then. */
export const PATIENCE = { connect: 10_000, silence: 20_000, whole: 60_000 }

/** REFUSED: the mail must not be tried again. LATER: the server asks for another attempt. */
export type Outcome = { kind: 'SENT' } | { kind: 'LATER' | 'REFUSED'; code: number }

export interface Smtp {
  /** Rejects with `MailServerAway` if the mail could not be sent because of the server. */
  send: (mail: Mail) => Promise<Outcome>
  close: () => void
}

/** The mail server cannot be used. The message is a sentence for operators, without addresses or passwords. */
export class MailServerAway extends Error {
  override name = 'MailServerAway'
}

export async function connectTo(
  settings: MailSettings,
  stopping: AbortSignal,
  patience = PATIENCE,
): Promise<Smtp> {
  const { host, port, implicitTls, mustEncrypt, credentials, from, ca } = settings
  const connection = new SMTPConnection({
    host,
    port,
    secure: implicitTls,
    requireTLS: mustEncrypt && !implicitTls,
    opportunisticTLS: !mustEncrypt,
    connectionTimeout: patience.connect,
    dnsTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: patience.silence,
    tls: { rejectUnauthorized: mustEncrypt, ...(ca === undefined ? {} : { ca }) },
  })
  let fail: ((error: Error) => void) | undefined
  connection.on('error', (error: Error) => fail?.(error))
  connection.on('end', () => fail?.(new Error('The connection has ended.')))

  /** Asks the server. Rejects if the connection breaks, takes too long, or is no longer wanted. */
  const asked = <T>(ask: (done: (error: Error | null | undefined, answer?: T) => void) => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
    const limit = AbortSignal.any([stopping, AbortSignal.timeout(patience.whole)])
    const end = () => reject(Object.assign(new Error('It takes too long.'), { code: 'ETIMEDOUT' }))
    if (limit.aborted) end()
    limit.addEventListener('abort', end)
    fail = reject
    ask((error, answer) => (error ? reject(error) : resolve(answer)))
    return promise.finally(() => limit.removeEventListener('abort', end))
  }

  try {
    await asked((done) => connection.connect(done))
    if (credentials) await asked((done) => connection.login({ credentials, ...credentials }, done))
  } catch (error) {
    connection.close()
    throw new MailServerAway(reasonOf(error, settings), { cause: error })
  }
  return {
    async send(mail) {
      const message = await new MailComposer({
        ...mail,
        from,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
        .compile()
        .build()
      const envelope = { from: addressIn(from), to: mail.to }
      try {
        await asked((done) => connection.send(envelope, message, done))
        return { kind: 'SENT' }
      } catch (error) {
        const outcome = outcomeOf(error)
        if (!outcome) throw new MailServerAway(reasonOf(error, settings), { cause: error })
        await asked((done) => connection.reset(done)).catch(() => {})
        return outcome
      }
    },
    close: () => connection.close(),
  }
}

/** Tells operators whether the mail server can be used. No mail is sent. */
export async function askOnce(settings: MailSettings): Promise<string> {
  const smtp = await connectTo(settings, new AbortController().signal)
  smtp.close()
  return `${settings.host}:${settings.port} answers${settings.credentials ? ' and takes the password' : ''}`
}

const addressIn = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  command?: string
}

/** What the server's error means for the mail. Undefined if the mail is not to blame, for example if the sender is refused. */
function outcomeOf(error: unknown): Outcome | undefined {
  const { code, responseCode = 0, command } = error as SmtpError
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isOfMail || command === 'MAIL FROM' || responseCode === 421) return undefined
  if (responseCode >= 500) return { kind: 'REFUSED', code: responseCode }
  return responseCode >= 400 ? { kind: 'LATER', code: responseCode } : undefined
}

function reasonOf(error: unknown, { host, port }: MailSettings): string {
  const { code = '', responseCode, message } = error as SmtpError
  const at = `The mail server ${host}:${port}`
  if (code === 'ETLS' && !/CERT|SELF_SIGNED|certificate/i.test(message))
    return `${at} offers no TLS, so others on the way could read its password and all mails. Use a server with STARTTLS, or smtps:// in SCOREBOOK_SMTP_URL; only a server on this machine may do without.`
  if (code === 'EAUTH')
    return `${at} refuses the user name or the password (${responseCode ?? 'no code'}). Correct SCOREBOOK_SMTP_URL.`
  if (code === 'EENVELOPE')
    return `${at} refuses the sender (${responseCode ?? 'no code'}). Correct SCOREBOOK_MAIL_FROM.`
  if (/certificate|CERT|SELF_SIGNED/i.test(message + code))
    return `The certificate of the mail server ${host}:${port} is not trusted. Use the name that it is for in SCOREBOOK_SMTP_URL, or name its authority with NODE_EXTRA_CA_CERTS.`
  if (code === 'ETIMEDOUT') return `${at} does not answer in time. Look whether SCOREBOOK_SMTP_URL is right.`
  return `${at} cannot be used: ${responseCode ?? (code === '' ? 'the connection has ended' : code)}. Look whether SCOREBOOK_SMTP_URL is right.`
}
