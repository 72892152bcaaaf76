/**
 * The checker compares a journal, and the final rows, with the service's promises. It does not know how the journal was made, so
 * tests can give it falsified journals.
 */
import { createHash } from 'node:crypto'
import { PREFIX } from '../../src/http/prefix.ts'
import { isAsAsked, withoutNames } from './bodies.ts'
import { type Chain, newChain } from './chain.ts'
import type { Answered, Entry, Sent, Silent } from './journal.ts'
import { markOfEdit, marksOf } from './marks.ts'
import { type Kind, type Subject, subjectOf, versionOf } from './request.ts'
import { Texts } from './texts.ts'

/** A row of a table that clients write to. */
export interface Row {
  kind: Kind
  id: string
  version: number
  gone: boolean
}

/** Says in a sentence how an answer contradicts the document; undefined if it does not. */
type OffDocument = (sent: Sent, answer: Answered) => string | undefined

export interface Figures {
  /** The number of acknowledged changes. Each key counts once. */
  acknowledged: number
  /** The number of keys that were answered only when the request was sent again. */
  retried: number
  /** The number of stored answers that were sent a second time. */
  replays: number
  refused: number
  /** The number of reads whose answers were compared. */
  reads: number
  unavailable: number
  /** The number of requests without an answer. */
  silent: number
  faults: number
  rows: number
  /** The longest time until an answer, in milliseconds. */
  longestAnswer: number
}

interface Verdict {
  figures: Figures
  /** A sentence for each broken promise, with the number of times and an example. */
  broken: string[]
}

interface Pending {
  sent: Sent
  subject: Subject | undefined
  /** What was acknowledged before the request was sent: a version, an edition of texts, or the least length of a list. */
  floor: number
  /** How many things in the list the reader had begun to delete before the request was sent. */
  deletions: number
  wasDeleted: boolean
  sentAt: number
  /** True if the key was sent before with another request. */
  reuses: boolean
}

interface KeyState {
  request: string
  attempts: number
  /** The position in the journal at which the key was first sent. */
  sentAt: number
  told?: { status: number; etag: string | undefined; location: string | undefined; text: string }
  refused?: number
}

/** How many things of one kind a person has. */
interface Own {
  /** The number of things that nobody has begun to delete. */
  count: number
  /** The number of things that somebody has begun to delete so far. */
  deletions: number
}

export class Checker {
  readonly #offDocument: OffDocument
  readonly #pending = new Map<number, Pending>()
  readonly #keys = new Map<string, KeyState>()
  readonly #chains = new Map<string, Chain>()
  /** The texts of each application, by its id. */
  readonly #texts = new Map<string, Texts>()
  readonly #own = new Map<string, Own>()
  /** Ghost players with an approved claim. The approval rejects their other pending claims. */
  readonly #claimed = new Set<string>()
  readonly #broken = new Map<string, { times: number; example: string }>()
  readonly #figures: Figures = {
    acknowledged: 0,
    retried: 0,
    replays: 0,
    refused: 0,
    reads: 0,
    unavailable: 0,
    silent: 0,
    faults: 0,
    rows: 0,
    longestAnswer: 0,
  }
  /** The number of entries so far. */
  #now = 0
  #isFaulty = false
  #mendedAt = -1

  constructor(offDocument: OffDocument) {
    this.#offDocument = offDocument
  }

  take(entry: Entry): void {
    this.#now++
    if (entry.is === 'sent') this.#send(entry)
    else if (entry.is === 'answered') this.#answer(entry)
    else if (entry.is === 'silent') this.#silence(entry)
    else if (entry.is === 'fault') {
      this.#isFaulty = true
      this.#figures.faults++
    } else {
      this.#isFaulty = false
      this.#mendedAt = this.#now
    }
  }

  /** `rows` are all rows at the end, except those that existed before the first entry. */
  verdict(rows: Row[]): Verdict {
    this.#compare(rows)
    for (const { sent } of this.#pending.values())
      this.#break('A request has no answer, and nobody gave it up', `${sent.method} ${sent.path}`)
    for (const [key, { told, refused }] of this.#keys)
      if (told === undefined && refused === undefined)
        this.#break('A change was never acknowledged nor refused', key)
    const broken = [...this.#broken].map(
      ([what, { times, example }]) => `${what} (${times} times), such as ${example}`,
    )
    return { figures: { ...this.#figures, rows: rows.length }, broken }
  }

  #break(what: string, example: string): void {
    const known = this.#broken.get(what)
    if (known) known.times++
    else this.#broken.set(what, { times: 1, example })
  }

  #send(sent: Sent): void {
    const subject = subjectOf(sent.path)
    const chain = this.#chainOf(subject)
    let reuses = false
    if (sent.key !== undefined) {
      const request = digestOf(JSON.stringify([sent.method, sent.path, sent.body, sent.ifMatch]))
      const state = this.#keys.get(sent.key)
      if (state === undefined) this.#keys.set(sent.key, { request, attempts: 1, sentAt: this.#now })
      else if (state.request === request) state.attempts++
      else reuses = true
    }
    const own = subject && this.#ownOf(subject.kind, sent.by)
    if (subject?.kind === 'texts' && sent.method === 'POST') this.#textsOf(subject).send(sent.body)
    this.#pending.set(sent.n, {
      sent,
      subject,
      floor: this.#floorOf(subject, chain, own),
      deletions: own?.deletions ?? 0,
      wasDeleted: chain?.deletedAt !== undefined,
      sentAt: this.#now,
      reuses,
    })
    if (sent.method === 'DELETE' && subject && chain && !reuses)
      this.#beginDeletion(subject.kind, chain, sent.key ?? '')
  }

  #floorOf(subject: Subject | undefined, chain: Chain | undefined, own: Own | undefined): number {
    if (chain) return Math.max(chain.newest, 1 + chain.steps)
    if (subject?.kind === 'texts') return this.#textsOf(subject).acknowledged
    return own?.count ?? 0
  }

  #beginDeletion(kind: Kind | 'texts', chain: Chain, key: string): void {
    const own = this.#ownOf(kind, chain.by)
    if (chain.deletions.size === 0) {
      own.count--
      own.deletions++
    }
    chain.deletions.add(key)
  }

  #refuseDeletion(kind: Kind | 'texts', chain: Chain, key: string): void {
    if (chain.deletions.delete(key) && chain.deletions.size === 0) this.#ownOf(kind, chain.by).count++
  }

  #silence({ n, why }: Silent): void {
    const pending = this.#pending.get(n)
    this.#pending.delete(n)
    this.#figures.silent++
    if (!this.#isFaulty && pending && pending.sentAt > this.#mendedAt)
      this.#break('A request had no answer though nothing was at fault', `${pending.sent.path}: ${why}`)
  }

  #answer(answer: Answered): void {
    const pending = this.#pending.get(answer.n)
    if (!pending) return this.#break('An answer belongs to no request', JSON.stringify(answer))
    this.#pending.delete(answer.n)
    const { sent, reuses } = pending
    const what = `${sent.method} ${sent.path} → ${answer.status} ${answer.text.slice(0, 300)}`
    this.#figures.longestAnswer = Math.max(this.#figures.longestAnswer, answer.ms)
    if (answer.status === 500) this.#break('A request was answered 500', what)
    else {
      const off = this.#offDocument(sent, answer)
      if (off !== undefined) this.#break('An answer is not as the document says', `${what}: ${off}`)
    }
    if (answer.status === 503 || answer.status === 429) this.#figures.unavailable++
    else if (reuses) {
      if (answer.status !== 422) this.#break('A key was taken for another request than its first', what)
    } else if (sent.key === undefined) this.#read(pending, answer, what)
    else this.#change(pending, answer, what)
  }

  #change(pending: Pending, answer: Answered, what: string): void {
    const { sent } = pending
    const state = this.#keys.get(sent.key ?? '')
    if (!state) return
    if (answer.status >= 400) {
      if (state.told) this.#break('A change was acknowledged, and its retry refused', what)
      else if (state.refused === undefined) {
        state.refused = answer.status
        this.#figures.refused++
        this.#refuse(pending, answer, what)
      }
      return
    }
    const { etag, location, 'idempotent-replayed': replayed } = answer.headers
    const told = { status: answer.status, etag, location, text: digestOf(answer.text) }
    if (state.told) {
      this.#figures.replays++
      if (replayed === undefined) this.#break('A key was worked on twice', what)
      if (JSON.stringify(told) !== JSON.stringify(state.told))
        this.#break('A retry got another answer', `${what} for the key ${sent.key}`)
      return
    }
    if (replayed !== undefined && state.attempts === 1)
      this.#break('The first answer to a request says that it is a replay', what)
    state.told = told
    this.#figures.acknowledged++
    if (state.attempts > 1) this.#figures.retried++
    this.#apply(pending, state.sentAt, answer, what)
  }

  /**
   * Clients ask only for what is allowed. So if a request is refused, somebody must have deleted, changed or decided the thing
   * meanwhile.
   */
  #refuse({ sent, subject }: Pending, { status }: Answered, what: string): void {
    const chain = this.#chainOf(subject)
    if (!REFUSALS.has(status)) this.#break('A change was refused for no reason', what)
    if (!subject || !chain) return
    if (sent.method === 'DELETE') this.#refuseDeletion(subject.kind, chain, sent.key ?? '')
    if (status === 404 && chain.deletions.size === 0)
      this.#break('What was acknowledged is not there: a lost write', what)
    if (status === 412) chain.outdated = Math.max(chain.outdated, versionOf(sent.ifMatch))
  }

  /** Notes the effects of an acknowledged change. */
  #apply({ sent, subject }: Pending, sentAt: number, answer: Answered, what: string): void {
    const key = sent.key ?? ''
    const body = answer.text === '' ? undefined : (JSON.parse(answer.text) as Body)
    if (subject?.kind === 'texts') {
      const fault = this.#textsOf(subject).acknowledge(sent.body, body)
      if (fault !== undefined) this.#break(fault, what)
      return
    }
    if (!subject) return
    if (body && !isAsAsked(body, sent.body))
      this.#break('An acknowledged change is not what was asked for: a lost write', what)
    if (subject.id === undefined) {
      if (!body) return
      const { id: ghostPlayerId } = (body['ghostPlayer'] ?? {}) as { id?: string }
      const mark = markOfEdit(sent.body)
      this.#made(subject.kind, body.id, what, sent.by, { ghostPlayerId, mark })
      if (answer.headers['location'] !== `${PREFIX}${sent.path}/${body.id}`)
        this.#break('The Location of what was made is another', `${what} at ${answer.headers['location']}`)
      this.#marked(body.id, sent.body, sentAt)
      this.#shown(subject.kind, body, answer, sent.by, what)
      return
    }
    const chain = this.#chainOf(subject)
    if (!chain) return this.#break('Something was changed that nobody made', what)
    if ((chain.deletedAt ?? Infinity) < sentAt) this.#break('Something deleted was changed', what)
    const from = versionOf(sent.ifMatch)
    const { etag } = answer.headers
    const to = etag === undefined ? from + 1 : versionOf(etag)
    const other = chain.changedBy.get(from)
    if (other !== undefined && other !== key)
      this.#break('Two changes of one version were acknowledged: a fork', `${what}, and the key ${other}`)
    if (to !== from + 1) this.#break('A change did not raise the version by one', `${what} after ${from}`)
    chain.changedBy.set(from, key)
    chain.steps++
    chain.newest = Math.max(chain.newest, to)
    if (sent.method === 'DELETE') chain.deletedAt = this.#now
    if (!body) return
    this.#marked(body.id, sent.body, sentAt)
    this.#shown(subject.kind, body, answer, sent.by, what)
    if (body['status'] === 'APPROVED' || body['status'] === 'REJECTED') {
      if (chain.decidedBy !== undefined) this.#break('Something was decided twice', what)
      chain.decidedBy = key
    }
    if (body['status'] !== 'APPROVED') return
    if (subject.kind === 'match_edits' && subject.of !== undefined) {
      const match = this.#chains.get(`matches/${subject.of}`)
      if (match) match.steps++
      match?.marks.acknowledge(chain.mark, sentAt, this.#now)
    }
    if (subject.kind !== 'claim_requests') return
    this.#made('claim_edges', String(body['claimEdgeId']), what, sent.by)
    if (chain.ghostPlayerId !== undefined) this.#claimed.add(chain.ghostPlayerId)
  }

  #made(
    kind: Kind | 'texts',
    id: string,
    what: string,
    by: string,
    about: Parameters<typeof newChain>[1] = {},
  ): void {
    const name = `${kind}/${id}`
    if (this.#chains.has(name)) return this.#break('Two keys made one thing', what)
    this.#ownOf(kind, by).count++
    this.#chains.set(name, newChain(by, about))
  }

  /** Notes the mark if the change wrote all participants. */
  #marked(matchId: string, asked: unknown, sentAt: number): void {
    const [mark] = marksOf((asked ?? {}) as Body)
    if (mark !== undefined) this.#chains.get(`matches/${matchId}`)?.marks.acknowledge(mark, sentAt, this.#now)
  }

  /** A reader must see the same body each time for the same version. */
  #shown(kind: Kind | 'texts', body: Body, { headers: { etag } }: Answered, by: string, what: string): void {
    if (kind === 'matches') this.#mustBeWhole(body, what)
    const chain = this.#chains.get(`${kind}/${body.id}`)
    if (!chain || etag === undefined) return
    const name = `${etag} ${by}`
    const digest = digestOf(JSON.stringify(withoutNames(body)))
    const known = chain.bodies.get(name)
    if (known === undefined) chain.bodies.set(name, digest)
    else if (known !== digest) this.#break('One version was shown in two ways', what)
  }

  #mustBeWhole(match: Body, what: string): void {
    if (marksOf(match).size !== 1) this.#break('A match was seen half-changed: a torn read', what)
  }

  #read(pending: Pending, answer: Answered, what: string): void {
    const { sent, subject, floor, wasDeleted, sentAt } = pending
    const chain = this.#chainOf(subject)
    if (answer.status === 404 && chain) {
      if (chain.deletions.size === 0) this.#break('What was acknowledged is not there: a lost write', what)
      return
    }
    if (answer.status !== 200) return this.#break('A read was refused', what)
    this.#figures.reads++
    const body = JSON.parse(answer.text) as Body
    if (subject?.kind === 'texts') {
      const fault = this.#textsOf(subject).fault(body['messages'] as Record<string, string>, floor)
      if (fault !== undefined) this.#break(fault, what)
      return
    }
    if (subject && subject.id === undefined) return this.#readMany(pending, subject.kind, body, what)
    if (!subject || !chain) return
    if (wasDeleted && deletedAreHidden(subject.kind))
      this.#break('What was deleted is there again: a lost write', what)
    if (versionOf(answer.headers['etag']) < floor)
      this.#break('A read shows less than was acknowledged: a lost write', `${what} instead of ${floor}`)
    if (chain.marks.wereReplaced(marksOf(body), sentAt))
      this.#break('A match shows what an acknowledged change replaced: a lost write', what)
    this.#shown(subject.kind, body, answer, sent.by, what)
  }

  /** Checks a list, or its count. It may contain more than what the reader made. */
  #readMany(pending: Pending, kind: Kind | 'texts', body: Body, what: string): void {
    const { sent, floor, deletions, sentAt } = pending
    const items = (body['items'] ?? []) as Body[]
    const shown = Number(body['count'] ?? items.length)
    const least = floor - (this.#ownOf(kind, sent.by).deletions - deletions)
    if (deletedAreHidden(kind) && !sent.path.includes('filter=')) {
      if (shown < Math.min(least, Number(body['limit'] ?? Infinity)))
        this.#break('A list lacks what was acknowledged: a lost write', `${least} and more, in ${what}`)
    }
    if (new Set(items.map(({ id }) => id)).size < items.length)
      this.#break('A list has something twice', what)
    for (const item of items) {
      const { deletedAt = Infinity, marks } = this.#chains.get(`${kind}/${item.id}`) ?? {}
      if (deletedAt < sentAt && deletedAreHidden(kind))
        this.#break('What was deleted is there again: a lost write', what)
      if (kind !== 'matches') continue
      this.#mustBeWhole(item, what)
      if (marks?.wereReplaced(marksOf(item), sentAt))
        this.#break('A match shows what an acknowledged change replaced: a lost write', what)
    }
  }

  #compare(rows: Row[]): void {
    const there = new Map(rows.map((row) => [`${row.kind}/${row.id}`, row]))
    for (const [name, chain] of this.#chains) {
      const row = there.get(name)
      if (row === undefined) {
        this.#break('What was acknowledged has no row: a lost write', name)
        continue
      }
      const { deletedAt, outdated } = chain
      if (deletedAt !== undefined && !row.gone)
        this.#break('What was deleted is there again: a lost write', name)
      if (row.gone && deletedAt === undefined)
        this.#break('Something is deleted though no answer said so', name)
      const expected = 1 + chain.steps
      const isCounted = deletedAt === undefined || !deletedAreHidden(row.kind)
      if (isCounted && row.version < expected)
        this.#break(
          'An acknowledged change is not there: a lost write',
          `${name}: ${row.version}, not ${expected}`,
        )
      if (isCounted && row.version <= outdated)
        this.#break('A change of the newest version was answered 412', `${name}: ${outdated}`)
      const isRejectedAside = chain.steps === 0 && this.#claimed.has(chain.ghostPlayerId ?? '')
      if (isCounted && row.version > expected + (isRejectedAside ? 1 : 0))
        this.#break(
          'A change was made that no answer acknowledged: a key with two effects',
          `${name}: ${row.version}, not ${expected}`,
        )
    }
    for (const name of there.keys())
      if (!this.#chains.has(name))
        this.#break('Something was made that no answer acknowledged: a key with two effects', name)
  }

  #chainOf(subject: Subject | undefined): Chain | undefined {
    return subject && this.#chains.get(`${subject.kind}/${subject.id}`)
  }

  #textsOf({ id = '' }: Subject): Texts {
    const known = this.#texts.get(id) ?? new Texts()
    this.#texts.set(id, known)
    return known
  }

  #ownOf(kind: Kind | 'texts', by: string): Own {
    const known = this.#own.get(`${kind} ${by}`) ?? { count: 0, deletions: 0 }
    this.#own.set(`${kind} ${by}`, known)
    return known
  }
}

type Body = { id: string; [name: string]: unknown }

/** Statuses that say that the thing is gone, decided, or has another version. */
const REFUSALS = new Set([404, 409, 412])

/** Cancelled claim requests and revoked claim edges can still be read. */
const deletedAreHidden = (kind: Kind | 'texts') => kind === 'matches' || kind === 'ghost_players'

const digestOf = (text: string): string => createHash('sha1').update(text).digest('base64').slice(0, 16)
