/** A real mail server on loopback, with a certificate that is made for the run. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailSettings } from '../../src/notifications/mail/settings.ts'

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

let made: { key: string; cert: string; path?: string } | undefined

/** A certificate for localhost that signs itself. */
export function certificate(): { key: string; cert: string } {
  if (made) return made
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  return made
}
