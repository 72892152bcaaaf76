/**
 * The soak: mixed load at a steady rate for any length of time, from the clients of the torture, but without faults. It measures
 * memory, connections, files, the event loop and the tables, and checks all answers.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RecordableHistogram, createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { keptDocument } from '../document.ts'
import { type LoneService, startLoneService } from '../lone-service.ts'
import type { Figures } from '../torture/checker.ts'
import { Client, type Wire } from '../torture/client.ts'
import { newChecker } from '../torture/held.ts'
import type { Entry, Sent } from '../torture/journal.ts'
import { type Person, type World, act, found, newPerson, prepare } from '../torture/people.ts'
import { keptWrongly } from '../torture/kept.ts'
import { rowsIn } from '../torture/rows.ts'
import { type Random, randomOf } from '../worlds/random.ts'
import { PROBE_FILE } from './probe.ts'
import { type Sample, Sampler } from './samples.ts'
import { growing, median, perRow, quarterOf } from './verdict.ts'

interface Options {
  minutes: number
  seed: number
  connections: number
  /** The requests per second of all clients together. */
  rate: number
  tell: (line: string) => void
}

interface Outcome {
  figures: Figures
  requests: number
  /** The median of each figure in each quarter of the run. */
  quarters: Record<
    'resident' | 'heap' | 'files' | 'connections' | 'delay' | 'longestDelay' | 'answer',
    number[]
  >
  /** The largest tables at the end. Sizes include indexes. */
  tables: { name: string; rows: number; dead: number; megabytes: number; bytesPerRow: number }[]
  /** The operations with the longest p99. Times are in milliseconds. */
  slow: { operation: string; times: number; p50: number; p99: number; longest: number }[]
  broken: string[]
}

const CLIENTS_PER_PERSON = 4
/** The number of samples in a run. A short run takes fewer: at most one every two seconds. */
const SAMPLES = 240
/** The number of operations and tables that are printed. */
const SHOWN = 12

export async function soak(options: Options): Promise<Outcome> {
  const probe = new URL('probe.ts', import.meta.url).href
  const folder = await mkdtemp(join(tmpdir(), 'sb-soak-'))
  const probeFile = join(folder, 'probe')
  await writeFile(probeFile, '')
  try {
    const service = await startLoneService({ [PROBE_FILE]: probeFile, NODE_OPTIONS: `--import ${probe}` })
    try {
      return await run(options, service, probeFile)
    } finally {
      await service.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function run(options: Options, service: LoneService, probeFile: string): Promise<Outcome> {
  const document = keptDocument()
  const checker = newChecker(document)
  const times = new Map<string, RecordableHistogram>()
  const under = new Map<number, Sent>()
  let answers: number[] = []
  const write = (entry: Entry) => {
    checker.take(entry)
    if (entry.is === 'sent') under.set(entry.n, entry)
    if (entry.is === 'answered') {
      const { method, path } = under.get(entry.n) as Sent
      const name = document.find(method, `/api/v1${path}`)?.id ?? path
      const searches = path.includes('filter=') ? ' with a filter' : ''
      const known = times.get(name + searches) ?? createHistogram()
      times.set(name + searches, known)
      known.record(Math.max(1, entry.ms)) // the histogram accepts no 0
      answers.push(entry.ms)
    }
    if (entry.is !== 'sent' && 'n' in entry) under.delete(entry.n)
    return Promise.resolve()
  }
  let [n, mark] = [0, 0]
  const wire: Wire = {
    journal: { write },
    ports: [Number(new URL(service.url).port)],
    acknowledged: [0],
    next: () => ++n,
    isOver: false,
  }
  const random = randomOf(options.seed)
  const people = Array.from({ length: Math.ceil(options.connections / CLIENTS_PER_PERSON) }, (_, number) =>
    newPerson(`p${number}`),
  )
  const tokens = new Map<string, string>()
  for (const name of ['editor', ...people.map((person) => person.name)])
    tokens.set(name, await service.tokenOf(await service.account(name, ['admin'])))
  const clientOf = (name: string, own: Random) =>
    new Client(name, () => Promise.resolve(tokens.get(name) ?? ''), wire, own)
  const editor = clientOf('editor', random)
  const gameId = await prepare(editor, people)
  editor.close()
  const world: World = { people, gameId, known: new Map(), mark: () => ++mark }
  const clients = Array.from({ length: options.connections }, (_, number) => {
    const me = people[number % people.length] as Person
    return {
      client: clientOf(me.name, randomOf(random.below(2 ** 32))),
      me,
      own: randomOf(random.below(2 ** 32)),
    }
  })
  for (const { client, me } of clients.slice(0, people.length)) await found(client, me)
  const before = await rowsIn(service.replica)

  const until = performance.now() + options.minutes * 60_000
  const pause = (1_000 * options.connections) / options.rate
  const working = clients.map(async ({ client, me, own }) => {
    for (let at = performance.now() + own.below(pause); at < until; at += pause) {
      await sleep(Math.max(0, at - performance.now()))
      if (own.chance(SEARCHES)) await client.read(search(me, own))
      else await act(client, me, world, own)
    }
  })
  const samples: Sample[] = []
  const sampler = new Sampler(service, probeFile)
  const every = Math.max(2_000, (options.minutes * 60_000) / SAMPLES)
  for (let at = performance.now() + every; at < until; at += every) {
    await Promise.race([sleep(Math.max(0, at - performance.now())), Promise.all(working)])
    const sample = { ...(await sampler.take()), answer: median(answers) }
    answers = []
    samples.push(sample)
    if (samples.length % 10 === 0)
      options.tell(
        `${n} requests; ${Math.round(sample.resident)} MB, ${sample.files} files, ${sample.connections} connections`,
      )
  }
  await Promise.all(working)
  for (const { client } of clients) client.close()
  const known = new Set(before.map(({ kind, id }) => `${kind}/${id}`))
  const after = (await rowsIn(service.replica)).filter(({ kind, id }) => !known.has(`${kind}/${id}`))
  const { figures, broken } = checker.verdict(after)
  return {
    figures,
    requests: n,
    quarters: quartersOf(samples),
    tables: tablesOf(samples.at(-1)),
    slow: slowOf(times),
    broken: [...broken, ...(await keptWrongly(service.run)), ...growing(samples)],
  }
}

/** The share of requests that are searches and other expensive reads. */
const SEARCHES = 0.12
/** The share of exports among these reads. It is small, because a history grows all the time and an export contains all of it. */
const EXPORTS = 0.01

function search({ name }: Person, random: Random): string {
  if (random.chance(EXPORTS)) return '/users/me/export'
  const paths = [
    '/matches?filter=gameName==Harbour*&sort=playedAt:DESC',
    `/matches/count?filter=recorderName==${name};editRequestsEnabled==true`,
    '/matches?filter=finalizedAt=null=true&limit=50',
    '/ghost-players?filter=name==G*,name==R*&sort=name&limit=50',
    '/ghost-players/count?filter=isSelf==false',
    '/canonical-players?limit=20',
    '/claim-requests?filter=status==PENDING',
    '/claim-edges?limit=20',
  ]
  return random.pick(paths) ?? '/matches'
}

function quartersOf(samples: Sample[]): Outcome['quarters'] {
  const of = (name: keyof Outcome['quarters']) =>
    [0, 1, 2, 3].map((n) => Math.round(median(quarterOf(samples, n).map((sample) => sample[name]))))
  return {
    resident: of('resident'),
    heap: of('heap'),
    files: of('files'),
    connections: of('connections'),
    delay: of('delay'),
    longestDelay: of('longestDelay'),
    answer: of('answer'),
  }
}

const tablesOf = (sample: Sample | undefined): Outcome['tables'] =>
  (sample?.tables ?? []).slice(0, SHOWN).map((table) => ({
    name: table.name,
    rows: table.rows,
    dead: table.dead,
    megabytes: Math.round((10 * (table.size + table.indexes)) / 2 ** 20) / 10,
    bytesPerRow: Math.round(perRow(table)),
  }))

const slowOf = (times: Map<string, RecordableHistogram>): Outcome['slow'] =>
  [...times]
    .map(([operation, known]) => ({
      operation,
      times: known.count,
      p50: known.percentile(50),
      p99: known.percentile(99),
      longest: known.max,
    }))
    .toSorted((one, other) => other.p99 - one.p99)
    .slice(0, SHOWN)
