/**
 * The fuzz sends requests that it makes from the document, as callers of every role. It compares each answer with the document,
 * and watches the memory of the service.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resident } from '../../bench/resident.ts'
import { SCOPE_PREFIX, type Role, scopesOfRole } from '../../src/identity/roles.ts'
import { documentIn } from '../document.ts'
import { type LoneService, startLoneService } from '../lone-service.ts'
import { randomOf } from '../worlds/random.ts'
import { type Asked, type Got, Wire, asCommand, isJson } from './asked.ts'
import { Found } from './found.ts'
import { Judge } from './judge.ts'
import { type Cast, Maker } from './make.ts'
import { shrunk } from './shrink.ts'

interface Options {
  requests: number
  seed: number
  connections: number
  tell: (line: string) => void
}

interface Outcome {
  /** The number of answers with each status. */
  statuses: Record<string, number>
  operations: number
  /** How many operations answered at least once with 2xx. `unreached` has the others, with the reason of a refusal. */
  reached: number
  unreached: string[]
  /** The memory of the service in megabytes: at the start, and the mean of each quarter of the run. */
  memory: { start: number; quarters: number[] }
  requestsPerSecond: number
  /** A sentence for each fault, with a command that sends the request again. */
  broken: string[]
}

/** The name of the first administrator. */
const FIRST = 'admin 0'
/** The number of lasting accounts for each role. */
const OF_EACH_ROLE = 2
/** The number of accounts that administrators may change, disable and so on. */
const CHANGEABLE = 20
/** After this number of requests, the memory of a process can be judged. */
const SETTLED = 100_000
/** The last quarter may need a tenth and this number of megabytes more than the third. */
const SLACK = 32
/** A run reports its progress each time it has sent this number of requests, or a tenth of all. */
const TELL = 10_000
/** The number of faults of the same kind that are reported. */
const SHOWN = 3

export async function fuzz(options: Options): Promise<Outcome> {
  const service = await startLoneService()
  try {
    return await run(options, service)
  } finally {
    await service.close()
  }
}

async function run({ requests, seed, connections, tell }: Options, service: LoneService): Promise<Outcome> {
  const document = documentIn(await (await fetch(`${service.url}/openapi.json`)).text())
  const random = randomOf(seed)
  const { cast, tokens, scopes, lasting, changeable } = await castOf(service)
  const found = new Found(document, random, lasting)
  const judge = new Judge(document, (by) => scopes.get(by))
  const maker = new Maker(document, found, cast, random)
  const wire = new Wire(service.url, tokens, connections)
  const statuses: Record<string, number> = {}
  const reached = new Set<string>()
  /** For each operation, the last refusal of a request that was meant to be valid. */
  const refusals = new Map<string, string>()
  const faults = new Map<string, { times: number; told: string[] }>()
  const samples: number[] = []
  const start = resident(service.pid).now
  let sent = 0

  const learn = (asked: Asked, got: Got) => {
    statuses[got.status] = (statuses[got.status] ?? 0) + 1
    const operation = document.find(asked.method, asked.path)
    if (!operation) return
    if (got.status >= 300) {
      if (asked.meant === `valid ${operation.id}`) refusals.set(operation.id, got.text)
      return
    }
    reached.add(operation.id)
    if (got.text !== '' && !isJson(got.headers)) return
    found.learn(operation, asked, got.text === '' ? undefined : JSON.parse(got.text), got.headers)
  }

  const complain = async (asked: Asked, fault: string) => {
    const kind = fault.replaceAll(/[0-9a-f-]{36}|\d+|".*"/g, '…').slice(0, 120)
    const known = faults.get(kind) ?? { times: 0, told: [] }
    faults.set(kind, known)
    if (++known.times > SHOWN) return
    const sameKind = async (smaller: Asked) => {
      const again = judge.fault(smaller, await wire.send(smaller))
      return again !== undefined && again.slice(0, 40) === fault.slice(0, 40)
    }
    const smallest = asked.meant.endsWith('eraseMe') ? asked : await shrunk(asked, sameKind)
    const sentence = `${fault}\n  meant: ${asked.meant}\n  ${asCommand(smallest).slice(0, 4_000)}${await causeOf(fault)}`
    known.told.push(sentence)
    tell(`FAIL ${sentence}`)
  }

  /** Finds the cause of a 500 in the log, by the id of the request. */
  const causeOf = async (fault: string) => {
    const id = /"requestId":"([^"]+)"/.exec(fault)?.[1]
    const log = id === undefined ? '' : await readFile(join(service.folder, 'service.log'), 'utf8')
    const line = log.split('\n').find((one) => id !== undefined && one.includes(id))
    return line === undefined ? '' : `\n  log: ${line}`
  }

  // First reads all callers and accounts, so that ids are known from the start.
  for (const name of tokens.keys()) await wire.send(plain(name, '/api/v1/users/me'))
  for (const id of changeable) {
    const asked = plain(FIRST, `/api/v1/accounts/${id}`)
    const got = await wire.send(asked)
    const operation = document.find('GET', asked.path)
    if (typeof got === 'string' || got.status !== 200 || !operation)
      throw new Error(`An account is not there: ${typeof got === 'string' ? got : got.text}`)
    found.learn(operation, asked, JSON.parse(got.text), { ...got.headers, location: asked.path })
  }

  const since = performance.now()
  const one = async () => {
    while (sent < requests) {
      const number = sent++
      const asked = await maker.next(number)
      const got = await wire.send(asked)
      if (typeof got !== 'string') learn(asked, got)
      const fault = judge.fault(asked, got)
      if (fault !== undefined) await complain(asked, fault)
      if (service.served.child.exitCode !== null) throw new Error('The service has ended.')
      if (number % Math.ceil(requests / 400) === 0) samples.push(resident(service.pid).now)
      if (number % Math.min(TELL, Math.ceil(requests / 10)) === 0)
        tell(`${number} requests, ${Math.round(resident(service.pid).now)} MB`)
    }
  }
  const connected = Array.from({ length: connections }, () =>
    one().catch((error: unknown) => {
      sent = requests // The other connections stop after their current request, before the service stops.
      throw error
    }),
  )
  await Promise.allSettled(connected)
  await Promise.all(connected)
  const seconds = (performance.now() - since) / 1000
  wire.close()

  const quarters = Array.from({ length: 4 }, (_, n) => mean(quarterOf(samples, n)))
  const broken = [...faults.values()].map(({ times, told }) => `${times} times: ${told[0]}`)
  const [, , third = 0, fourth = 0] = quarters
  if (requests >= SETTLED && fourth > third * 1.1 + SLACK)
    broken.push(
      `Memory grows: ${Math.round(third)} MB in the third quarter, ${Math.round(fourth)} MB in the fourth.`,
    )
  return {
    statuses,
    operations: document.operations.length,
    reached: reached.size,
    unreached: document.operations
      .filter(({ id }) => !reached.has(id))
      .map(({ id }) => `${id}: ${detailOf(refusals.get(id))}`),
    memory: { start: Math.round(start), quarters: quarters.map(Math.round) },
    requestsPerSecond: Math.round(requests / seconds),
    broken,
  }
}

const plain = (by: string, path: string): Asked => ({ meant: 'GET', by, method: 'GET', path, headers: {} })

const detailOf = (text = ''): string => /"detail":"([^"]*)"/.exec(text)?.[1] ?? 'not asked for'

const quarterOf = (samples: number[], n: number) =>
  samples.slice(Math.floor((samples.length * n) / 4), Math.floor((samples.length * (n + 1)) / 4))

const mean = (numbers: number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, n) => sum + n, 0) / numbers.length

async function castOf(service: LoneService) {
  const tokens = new Map<string, string>()
  const lasting = new Set<string>()
  const scopes = new Map<string, ReadonlySet<string>>()
  for (const [role, ofRole] of Object.entries(scopesOfRole)) {
    for (let n = 0; n < OF_EACH_ROLE; n++) {
      const name = `${role} ${n}`
      const account = await service.account(name, [role as Role])
      tokens.set(name, await service.tokenOf(account))
      lasting.add(account.id)
      scopes.set(name, new Set(ofRole))
    }
  }
  const narrow = await service.account('narrow', ['player'])
  tokens.set('narrow', await service.tokenOf(narrow, [`${SCOPE_PREFIX}match-read`]))
  lasting.add(narrow.id)
  scopes.set('narrow', new Set([`${SCOPE_PREFIX}match-read`]))
  const changeable: string[] = []
  for (let n = 0; n < CHANGEABLE; n++)
    changeable.push((await service.account(`changeable ${n}`, ['player'])).id)

  const all = [...tokens.keys()]
  let passers = 0
  const cast: Cast = {
    all,
    first: FIRST,
    withScope: (scope) => all.filter((name) => scopes.get(name)?.has(scope)),
    async passing() {
      const name = `passing ${passers++}`
      tokens.set(name, await service.tokenOf(await service.account(name, ['player'])))
      scopes.set(name, new Set(scopesOfRole.player))
      return name
    },
  }
  return { cast, tokens, scopes, lasting, changeable }
}
