/** Measures workloads in turns: in each round, each of the four sides does the same workload once. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../src/db/database.ts'
import type { Role } from './child.ts'
import type { Load } from './drive.ts'
import { HttpConnection, bodyIn } from './http-client.ts'
import { adminToken } from './people.ts'
import { type Child, type Measured, ordered, requestTexts, start, stop, takeTurn } from './sides.ts'
import { type Stage, setStage, walkHistories } from './stage.ts'
import { heading, lines } from './table.ts'
import { type ServerConnection, print } from './temporary-server.ts'
import { publishTexts } from './texts.ts'
import type { Asked, Work } from './works/work.ts'

interface Plan {
  works: Work[]
  rounds: number
  seconds: number
  atOnce: number
  callers: number
  texts: number
  profiles: string | undefined
}

const SIDES: Role[] = ['service', 'straight', 'bare', 'floor']

/** How long the turns for warm-up, profile and half load are, in seconds. Short turns have a short warm-up. */
const WARM_UP = 10
const PROFILED = 5
const HALF_LOAD = 2

/** How many rows to make for requests that can be sent only once, while we don't know yet how fast a side is. */
const FIRST_STOCK = 400
const MORE_STOCK = 1.3

export async function compareAll(
  connection: ServerConnection,
  folder: string,
  db: Database,
  plan: Plan,
): Promise<void> {
  const stage = await setStage(connection, db, plan.callers)
  const sides: Child[] = []
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the server stops if the run is interrupted
  try {
    await client.connect()
    for (const role of SIDES) sides.push(await start({ role, connection, people: stage.people }))
    const [service] = sides as [Child]
    stage.textsTag = await publishTexts(service, await adminToken(db), plan.texts)
    const pages = await walkHistories(service, stage)
    await client.query('vacuum analyze')
    print(
      `In turns of ${plan.seconds} s, ${plan.rounds} rounds, ${plan.atOnce} at once, ${plan.callers} callers; each figure is the median of the rounds.`,
    )
    print(`History page 1000 is page ${Math.min(...pages)} to ${Math.max(...pages)} of 20 matches.\n`)
    print(heading())
    for (const work of plan.works) await compare({ work, sides, stage, client, folder, plan })
  } finally {
    for (const side of sides) await stop(side)
    await client.end().catch(() => {})
  }
}

interface Compared {
  work: Work
  sides: Child[]
  stage: Stage
  client: pg.Client
  folder: string
  plan: Plan
}

async function compare(compared: Compared): Promise<void> {
  const { work, sides, stage, client, folder, plan } = compared
  const { people } = stage
  const pool = work.once ? [] : await work.requests(stage, client, 0)
  const rates = new Map<Child, number>()

  async function turn(side: Child, load: Load): Promise<Measured> {
    const rate = load.perSecond ?? (rates.get(side) ?? FIRST_STOCK) * MORE_STOCK
    const asked = work.once ? await work.requests(stage, client, Math.ceil(load.seconds * rate)) : pool
    return takeTurn(side, { work, asked, people, load, folder })
  }
  const full = (seconds: number) => ({ seconds, atOnce: plan.atOnce })

  await mustAnswerAlike(compared, pool)
  for (const side of sides)
    rates.set(side, (await turn(side, full(plan.seconds < 1 ? plan.seconds : WARM_UP))).perSecond)
  const rounds = sides.map((): Measured[] => [])
  for (let round = 0; round < plan.rounds; round++)
    for (const [index, side] of sides.entries()) {
      const measured = await turn(side, full(plan.seconds))
      rates.set(side, Math.max(measured.perSecond, rates.get(side) ?? 0))
      rounds[index]?.push(measured)
    }
  const half = (rounds[0]?.at(-1)?.perSecond ?? 0) / 2
  const atHalf: number[] = []
  for (const side of sides)
    atHalf.push((await turn(side, { ...full(HALF_LOAD * plan.seconds), perSecond: half })).p99)
  for (const line of lines(work.name, rounds, atHalf)) print(line)
  if (plan.profiles !== undefined) {
    const [service] = sides as [Child]
    await mkdir(plan.profiles, { recursive: true })
    await ordered(service, { order: 'profile' })
    await turn(service, full(PROFILED))
    await ordered(service, {
      order: 'write',
      file: join(plan.profiles, `${work.name.replaceAll(' ', '-')}.cpuprofile`),
    })
  }
}

const COMPARED = 4

/** Throws unless the bare side gives the same answers as the service. Cursors may differ; for a change only the shape counts. */
async function mustAnswerAlike({ work, sides, stage, client }: Compared, pool: Asked[]): Promise<void> {
  if (work.bareStatus !== undefined) return // because one side sends no body
  const changes = !work.route.startsWith('GET')
  const asked = work.once ? await work.requests(stage, client, 2 * COMPARED) : pool.slice(0, 2 * COMPARED)
  const bodies = []
  for (const side of sides.filter(({ port }) => port > 0)) {
    await ordered(side, { order: 'serve', work: work.name })
    const connection = await HttpConnection.open(side.port)
    try {
      const texts = requestTexts(side.role, work, changes ? asked.splice(0, COMPARED) : asked, stage.people)
      const answers = []
      for (const text of texts)
        answers.push(content(bodyIn(await connection.exchange(text(), work.status)), changes))
      bodies.push(answers)
    } finally {
      connection.close()
    }
  }
  const [service = [], bare = []] = bodies
  for (const [index, body] of service.entries())
    if (body !== bare[index])
      throw new Error(
        `The bare side answers "${work.name}" otherwise:\n${body.slice(0, 3000)}\n${bare[index]?.slice(0, 3000)}`,
      )
}

const content = (body: string, shapeOnly: boolean): string => {
  const { prevCursor: _prev, nextCursor: _next, ...rest } = JSON.parse(body) as Record<string, unknown>
  return JSON.stringify(shapeOnly ? shapeOf(rest) : sorted(rest))
}

const sorted = (value: unknown): unknown => mapped(value, (leaf) => leaf)

const shapeOf = (value: unknown): unknown => mapped(value, (leaf) => typeof leaf)

function mapped(value: unknown, leaf: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, leaf))
  if (typeof value !== 'object' || value === null) return leaf(value)
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, mapped(item, leaf)]))
}
