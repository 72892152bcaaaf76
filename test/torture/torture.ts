/**
 * The torture: clients change data and record the answers, while the instances and PostgreSQL are killed, frozen and cut off. At
 * the end, the journal is compared with the data.
 */
import { copyFile, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../worlds/random.ts'
import type { Figures, Row } from './checker.ts'
import { Client, type Wire } from './client.ts'
import { type Harm, fullDisk, killEverything, kills, others } from './harms.ts'
import { newChecker } from './held.ts'
import { Journal, entriesOf } from './journal.ts'
import { keptWrongly } from './kept.ts'
import { type Person, type World, act, found, newPerson, prepare } from './people.ts'
import { rowsIn } from './rows.ts'
import { type Stage, openStage } from './stage.ts'

interface Options {
  seed: number
  kills: number
  /** The least number of acknowledged changes. */
  writes: number
  connections: number
  instances: number
  tell: (line: string) => void
}

interface Outcome {
  figures: Figures
  /** How often each harm was done, by its name. */
  harms: Record<string, number>
  /** The longest time, in milliseconds, from the end of a harm until every instance had acknowledged a change. */
  slowestReturn: number
  seconds: number
  broken: string[]
}

/** The connections of one person. The service works on more requests of one caller at once, so none of them waits for another. */
const CLIENTS_PER_PERSON = 4
/** After this number of kills comes another kind of harm. */
const KILLS_BEFORE_OTHER = 2
/** In milliseconds: how long an instance may take to acknowledge a change after a harm, on a busy machine. */
const RETURN = 90_000
/**
 * The pause, in milliseconds, between requests of a client that has done enough, so that killed processes get the processors to
 * start. On a busy machine, 20 kills with 1,500 wanted changes made 4,724 changes with a pause of 200 ms. With 600 ms they made
 * 2,568, in half the time.
 */
const AHEAD = 600
/** In milliseconds. Tokens are valid for an hour, so they are renewed after half of it. */
const TOKEN_AGE = 30 * 60_000

export async function torture(options: Options): Promise<Outcome> {
  const began = performance.now()
  // A change takes some 10 KB with its indexes, keys and log. The rest is for log that PostgreSQL cannot remove yet.
  const room = 768 + Math.ceil(options.writes / 50)
  const stage = await openStage({ instances: options.instances, room })
  try {
    options.tell(`PostgreSQL and ${options.instances} instances are there`)
    const file = join(stage.folder, 'journal')
    const journal = await Journal.open(file)
    const run = await Run.begin(options, stage, journal)
    const { harms, slowestReturn, complaints } = await run.go()
    await journal.close()
    options.tell('the journal is checked')
    const checker = newChecker()
    for await (const entry of entriesOf(file)) checker.take(entry)
    const { figures, broken } = checker.verdict(await rowsOf(stage, run.before))
    const [instance] = stage.instances
    const kept = instance ? await keptWrongly((args) => instance.run(args)) : []
    const seconds = Math.round((performance.now() - began) / 1000)
    const all = [...complaints, ...broken, ...kept]
    if (all.length > 0) options.tell(`the journal and the logs are in ${await keepEvidence(stage)}`)
    return { figures, harms, slowestReturn, seconds, broken: all }
  } finally {
    await stage.close()
  }
}

/** Copies the files that show what broke. Otherwise they would be deleted with the stage. */
async function keepEvidence({ folder }: Stage): Promise<string> {
  const kept = await mkdtemp(join(tmpdir(), 'scorebook-torture-'))
  for (const name of await readdir(folder))
    if (name === 'journal' || name.endsWith('.log')) await copyFile(join(folder, name), join(kept, name))
  return kept
}

class Run {
  /** The rows that exist from the start, such as each person's own rows. The journal does not have them. */
  readonly before: Set<string>
  readonly #options: Options
  readonly #stage: Stage
  readonly #wire: Wire
  readonly #world: World
  readonly #clients: { client: Client; me: Person; seed: number }[]
  #isStopped = false
  /** The number of acknowledged changes at which the next harm comes. */
  #wanted = 0

  private constructor(
    options: Options,
    stage: Stage,
    wire: Wire,
    world: World,
    clients: { client: Client; me: Person; seed: number }[],
    before: Set<string>,
  ) {
    this.#options = options
    this.#stage = stage
    this.#wire = wire
    this.#world = world
    this.#clients = clients
    this.before = before
  }

  static async begin(options: Options, stage: Stage, journal: Journal): Promise<Run> {
    let [n, mark] = [0, 0]
    const wire: Wire = {
      journal,
      ports: stage.instances.map(({ clients }) => clients.port),
      acknowledged: stage.instances.map(() => 0),
      next: () => ++n,
      isOver: false,
    }
    const tokenOf = (name: string, role: string) => {
      let [made, at] = ['', -Infinity]
      return async () => {
        if (performance.now() - at > TOKEN_AGE) {
          at = performance.now()
          made = await stage.tokenFor(name, [role])
        }
        return made
      }
    }
    const names = Array.from(
      { length: Math.ceil(options.connections / CLIENTS_PER_PERSON) },
      (_, number) => `p${number}`,
    )
    const people = names.map(newPerson)
    const random = randomOf(options.seed)
    const editor = new Client('editor', tokenOf('editor', 'admin'), wire, random)
    const gameId = await prepare(editor, people)
    editor.close()
    const world: World = { people, gameId, known: new Map(), mark: () => ++mark }
    const clients = Array.from({ length: options.connections }, (_, number) => {
      const me = people[number % people.length] as Person
      const seed = random.below(2 ** 32)
      return {
        client: new Client(me.name, tokenOf(me.name, 'admin'), wire, randomOf(seed + 1)),
        me,
        seed,
      }
    })
    for (const { client, me } of clients.slice(0, people.length)) await found(client, me)
    const before = new Set((await rowsOf(stage, new Set())).map(({ kind, id }) => `${kind}/${id}`))
    return new Run(options, stage, wire, world, clients, before)
  }

  async go(): Promise<{ harms: Record<string, number>; slowestReturn: number; complaints: string[] }> {
    const { tell } = this.#options
    const working = Promise.all(this.#clients.map((one) => this.#work(one)))
    try {
      const harmed = await Promise.race([this.#harm(), working.then(() => this.#nobodyWorks())])
      this.#isStopped = true
      await working
      tell(`${this.#acknowledged} changes were acknowledged; everything is killed once more, and read`)
      await this.#mended(killEverything, randomOf(0))
      await this.#readAll()
      return harmed
    } finally {
      this.#isStopped = this.#wire.isOver = true
      await working.catch(() => {})
      for (const { client } of this.#clients) client.close()
    }
  }

  #nobodyWorks(): never {
    throw new Error('The clients have ended before the harms.')
  }

  async #work({ client, me, seed }: { client: Client; me: Person; seed: number }): Promise<void> {
    const random = randomOf(seed)
    while (!this.#isStopped) {
      if (this.#acknowledged >= this.#wanted) await sleep(AHEAD)
      await act(client, me, this.#world, random)
    }
  }

  get #acknowledged(): number {
    return this.#wire.acknowledged.reduce((sum, n) => sum + n, 0)
  }

  /** The seed decides the order of the harms, and the number of changes before each. */
  async #harm() {
    const { options, random } = { options: this.#options, random: randomOf(this.#options.seed ^ 0x5eed) }
    const harms: Record<string, number> = {}
    const complaints: string[] = []
    let slowestReturn = 0
    const plan = planOf(options.kills, random)
    const distance = options.writes / plan.length
    let at = 0
    for (const [number, harm] of plan.entries()) {
      at += distance * (0.5 + random.below(1_000) / 1_000)
      await this.#acknowledgedMore(Math.min(at, (number + 1) * distance))
      const { complaint, ms } = await this.#mended(harm, random)
      if (complaint !== undefined && harm === fullDisk && typeof this.#stage.disk === 'string')
        options.tell(complaint)
      else {
        if (complaint !== undefined) complaints.push(complaint)
        harms[harm.name] = (harms[harm.name] ?? 0) + 1
        options.tell(`${this.#acknowledged} changes; ${harm.name}; all work again after ${ms} ms`)
      }
      slowestReturn = Math.max(slowestReturn, ms)
    }
    await this.#acknowledgedMore(options.writes)
    return { harms, slowestReturn, complaints }
  }

  async #acknowledgedMore(than: number): Promise<void> {
    this.#wanted = than
    while (this.#acknowledged < than) await sleep(20)
  }

  /** Does the harm, and waits until each instance acknowledges changes again. */
  async #mended(harm: Harm, random: ReturnType<typeof randomOf>) {
    const { journal, acknowledged } = this.#wire
    await journal.write({ is: 'fault', name: harm.name })
    const complaint = await harm.strike(this.#stage, random)
    const since = performance.now()
    await Promise.all(this.#stage.instances.map((instance) => instance.ready()))
    const before = [...acknowledged]
    while (!this.#isStopped && acknowledged.some((n, index) => n <= (before[index] ?? 0))) {
      if (performance.now() - since > RETURN)
        throw new Error(`An instance acknowledged nothing for ${RETURN / 1000} s after: ${harm.name}.`)
      await sleep(10)
    }
    await journal.write({ is: 'mended' })
    return { complaint, ms: Math.round(performance.now() - since) }
  }

  /** Everybody reads what they made, so that the journal contains the final state. */
  async #readAll(): Promise<void> {
    const left = [...this.#world.known]
    for (const { application, name, edition } of this.#world.people) {
      if (edition > 0) left.push([`/applications/${application}/messages/en`, name])
      for (const path of ['/matches/count', '/ghost-players/count']) left.push([path, name])
    }
    const mine = Map.groupBy(left, ([, name]) => name)
    await Promise.all(
      this.#clients.map(async ({ client, me }) => {
        for (const own = mine.get(me.name) ?? []; own.length > 0;) {
          const [path] = own.pop() ?? []
          if (path !== undefined) await client.find(path)
        }
      }),
    )
  }
}

/** Every kind of kill in turn, in a new order each time, with another harm after some of them. */
function planOf(count: number, random: ReturnType<typeof randomOf>): Harm[] {
  const nextKill = inTurns(kills, random)
  const nextOther = inTurns([...others, fullDisk], random)
  return Array.from({ length: count }, (_, n) =>
    (n + 1) % KILLS_BEFORE_OTHER === 0 ? [nextKill(), nextOther()] : [nextKill()],
  ).flat()
}

function inTurns(harms: Harm[], random: ReturnType<typeof randomOf>): () => Harm {
  let left: Harm[] = []
  return () => {
    if (left.length === 0) left = [...harms]
    return left.splice(random.below(left.length), 1)[0] as Harm
  }
}

async function rowsOf({ postgres }: Stage, without: ReadonlySet<string>): Promise<Row[]> {
  const rows = await rowsIn(postgres)
  return rows.filter(({ kind, id }) => !without.has(`${kind}/${id}`))
}
