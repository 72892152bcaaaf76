/** Runs a proxy as a process, with its file from ship/. Only addresses, the port and the certificate are changed. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../../src/db/embedded/address.ts'
import { waitFor } from '../../wait-for.ts'

/** The name of the service in the shipped files. */
export const NAME = 'scorebook.example.org'

/** The stop delay in seconds that the shipped files of each proxy set. */
export const STOP_DELAY = { nginx: '0', caddy: '5' }

export interface Proxy {
  kind: 'nginx' | 'caddy'
  port: number
  /** The last part of what the proxy has printed. */
  said: () => string
  end: () => Promise<void>
}

/** Starts a proxy in front of instances on this machine. */
export async function startProxy(kind: Proxy['kind'], instances: readonly number[]): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
  const port = await freePort()
  const addresses = instances.map((one) => `127.0.0.1:${one}`)
  const made = kind === 'nginx' ? nginx(folder, port, addresses) : caddy(folder, port, addresses)
  const [command, ...args] = await made
  const child = spawn(command ?? '', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: `${process.env['PATH']}:/usr/sbin`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const exited = once(child, 'exit')
  await waitFor(kind, async () => {
    assert.equal(child.exitCode, null, said)
    return isOpen(port)
  })
  return {
    kind,
    port,
    said: () =>
      said
        .split('\n')
        .filter((line) => !line.includes('health_checker'))
        .join('\n')
        .slice(0, 4_000),
    async end() {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true })
    },
  }
}

type Put = Readonly<Record<string, string>>

async function nginx(folder: string, port: number, addresses: readonly string[]): Promise<string[]> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  await promisify(execFile)('openssl', [
    'req',
    ...made,
    '-subj',
    `/CN=${NAME}`,
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  const plain = await freePort()
  const conf = await fileOf('nginx.conf', {
    [serverAt('127.0.0.1:8081')]: addresses.map(serverAt).join('\n  '),
    [serverAt('127.0.0.1:8082')]: '',
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen [::]:80;': '',
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    'listen [::]:443 ssl http2;': '',
    '/etc/ssl/scorebook/certificate.pem': certificate,
    '/etc/ssl/scorebook/key.pem': key,
  })
  await writeFile(join(folder, 'scorebook.conf'), conf)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  await writeFile(
    join(folder, 'main.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr warn; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {} http { access_log off; ${paths.join(' ')} include ${folder}/scorebook.conf; }`,
  )
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', join(folder, 'main.conf')]
}

/** The line of an instance in nginx.conf. */
const serverAt = (address: string) => `server ${address} max_fails=1 fail_timeout=1s;`

async function caddy(folder: string, port: number, addresses: readonly string[]): Promise<string[]> {
  const conf = await fileOf('Caddyfile', {
    '127.0.0.1:8081 127.0.0.1:8082': addresses.join(' '),
    [`\n${NAME} {\n`]: `\nhttp://${NAME}:${port} {\n\tbind 127.0.0.1\n`,
  })
  await writeFile(join(folder, 'scorebook'), conf)
  await writeFile(join(folder, 'main'), `{\n\tadmin off\n\tauto_https off\n}\nimport ${folder}/scorebook\n`)
  return ['caddy', 'run', '--config', join(folder, 'main'), '--adapter', 'caddyfile']
}

/** Reads a shipped file and replaces texts. Each must occur exactly once. */
async function fileOf(name: string, put: Put): Promise<string> {
  let text = await readFile(fileURLToPath(new URL(`../../../ship/${name}`, import.meta.url)), 'utf8')
  for (const [from, to] of Object.entries(put)) {
    assert.equal(text.split(from).length, 2, `${name} has ${from} once`)
    text = text.replace(from, () => to)
  }
  return text
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.end())
  })

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A browser or an app, which keeps one connection to the proxy or to an instance. */
export class Visitor {
  readonly #port: number
  readonly #isSecure: boolean
  readonly #agent: HttpAgent
  readonly #localAddress: string

  constructor({ port, kind }: Pick<Proxy, 'port'> & { kind?: Proxy['kind'] }, localAddress = '127.0.0.1') {
    this.#port = port
    this.#isSecure = kind === 'nginx'
    this.#localAddress = localAddress
    const options = { keepAlive: true, maxSockets: 1 }
    this.#agent = this.#isSecure
      ? new HttpsAgent({ ...options, rejectUnauthorized: false })
      : new HttpAgent(options)
  }

  send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: this.#port,
        localAddress: this.#localAddress,
        agent: this.#agent,
        method,
        path,
        headers: {
          host: NAME,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      }
      const send = this.#isSecure ? httpsRequest : httpRequest
      const sent = send({ ...options, servername: NAME }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
        answer.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
