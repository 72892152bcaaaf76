/** A real mail server on loopback, with a certificate made for the run. */
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailSettings } from '../../src/notifications/mail/settings.ts'
import { certificate } from '../certificate.ts'

const CREDENTIALS = { user: 'scorebook', pass: 'p@ss word' }

interface Received {
  mail: ParsedMail
  raw: string
  to: string[]
  /** True if the mail came over TLS. */
  secure: boolean
  user: string | undefined
}

export interface MailServer {
  settings: MailSettings
  received: Received[]
  /** Waits for the next mail, and takes it. */
  next: () => Promise<Received>
  /** The errors with which the server refuses the next mails, one each. */
  instead: Error[]
  /** If true, the server accepts mails, but does not tell their senders. */
  silent: boolean
  close: () => Promise<void>
}

/** Makes an error that the server answers with this code. */
export const answer = (responseCode: number): Error => Object.assign(new Error('Not so.'), { responseCode })

export async function mailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const { key, cert } = certificate()
  const received: Received[] = []
  const waiting: ((one: Received) => void)[] = []
  let taken = 0
  const server = new SMTPServer({
    key,
    cert,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const isRight = username === CREDENTIALS.user && password === CREDENTIALS.pass
      if (isRight) done(null, { user: username })
      else done(answer(535))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => void take(Buffer.concat(chunks)))
      const take = async (whole: Buffer) => {
        const refusal = mails.instead.shift()
        if (refusal) return done(refusal)
        const one: Received = {
          mail: await simpleParser(whole),
          raw: whole.toString(),
          to: session.envelope.rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: session.user === undefined ? undefined : String(session.user),
        }
        received.push(one)
        const waits = waiting.shift()
        if (waits) {
          taken++
          waits(one)
        }
        if (!mails.silent) done()
      }
    },
    ...options,
  })
  server.on('error', () => {}) // the client has closed the connection
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const mails: MailServer = {
    settings: {
      host: 'localhost',
      port: (server.server.address() as AddressInfo).port,
      implicitTls: options.secure === true,
      mustEncrypt: true,
      credentials: CREDENTIALS,
      from: 'Scorebook <scorebook@example.org>',
      ca: cert,
    },
    received,
    next() {
      const one = received[taken]
      if (one) {
        taken++
        return Promise.resolve(one)
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    instead: [],
    silent: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mails
}
