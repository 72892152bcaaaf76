/**
 * The checker: holds a journal, and the rows that are there in the end, against what the service promises. It knows nothing of
 * how the journal came about, so a falsified one tells whether it sees what it should.
 */
import { createHash } from 'node:crypto'
import type { Answered, Entry, Sent, Silent } from './journal.ts'
import { type Kind, type Subject, subjectOf } from './request.ts'

/** A row of what clients make. */
export interface Row {
  kind: Kind
  id: string
  version: number
  gone: boolean
}

/** The statuses that the document names for an operation. */
export type Documented = (method: string, path: string) => ReadonlySet<number>

export interface Figures {
  /** Changes that were acknowledged, each key once. */
  acknowledged: number
  /** Keys of which the answer came only when the request was sent again. */
  retried: number
  /** Answers that were told a second time. */
  replays: number
  refused: number
  /** Reads whose answer was compared. */
  reads: number
  unavailable: number
  /** Requests without an answer. */
  silent: number
  faults: number
  rows: number
  /** In milliseconds. */
  longestAnswer: number
}

export interface Verdict {
  figures: Figures
  /** A sentence for each promise that was broken, with how often and an example. */
  broken: string[]
}

interface Pending {
  sent: Sent
  subject: Subject | undefined
  /** What had been acknowledged when it was sent. */
  floor: number
  wasDeleted: boolean
  sentAt: number
  /** True if the key was sent with another request before. */
  reuses: boolean
}

interface KeyState {
  request: string
  attempts: number
  told?: { status: number; etag: string | undefined; text: string }
  refused?: number
}

interface Chain {
  /** Changes that were acknowledged, each of which raises the version by one. */
  steps: number
  /** The newest version that somebody was told. */
  newest: number
  /** Who changed a version, by the version. */
  changedBy: Map<number, string>
  /** Digests of what was shown, by version and reader. */
  bodies: Map<string, string>
  isBeingDeleted: boolean
  isDeleted: boolean
  /** Of a claim request: the ghost player. */
  ghostPlayerId: string | undefined
}

export class Checker {
  readonly #documented: Documented
  readonly #pending = new Map<number, Pending>()
  readonly #keys = new Map<string, KeyState>()
  readonly #chains = new Map<string, Chain>()
  /** Of each application: the newest edition that was sent, and that was acknowledged. */
  readonly #editions = new Map<string, { sent: number; acknowledged: number }>()
  /** Ghost players of which a claim was approved, which rejects what else is pending for them. */
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
  /** How many entries there were. */
  #now = 0
  #isFaulty = false
  #mendedAt = -1

  constructor(documented: Documented) {
    this.#documented = documented
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

  /** `rows` are all that are there, but for those that were there before the first entry. */
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
      if (state === undefined) this.#keys.set(sent.key, { request, attempts: 1 })
      else if (state.request === request) state.attempts++
      else reuses = true
    }
    if (sent.method === 'DELETE' && chain && !reuses) chain.isBeingDeleted = true
    let floor = chain ? Math.max(chain.newest, 1 + chain.steps) : 0
    if (subject?.kind === 'texts' && subject.id !== undefined) {
      const editions = this.#editionsOf(subject.id)
      if (sent.method === 'POST') editions.sent = Math.max(editions.sent, editionIn(sent.body))
      floor = editions.acknowledged
    }
    this.#pending.set(sent.n, {
      sent,
      subject,
      floor,
      wasDeleted: chain?.isDeleted ?? false,
      sentAt: this.#now,
      reuses,
    })
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
    else if (!this.#documented(sent.method, sent.path).has(answer.status))
      this.#break('A status is in no document', what)
    if (answer.status === 503 || answer.status === 429) {
      this.#figures.unavailable++
      if (!answer.retryAfter) this.#break('A 503 or 429 does not say when to come back', what)
    } else if (reuses) {
      if (answer.status !== 422) this.#break('A key was taken for another request than its first', what)
    } else if (sent.key === undefined) this.#read(pending, answer, what)
    else this.#change(pending, answer, what)
  }

  #change(pending: Pending, answer: Answered, what: string): void {
    const state = this.#keys.get(pending.sent.key ?? '')
    if (!state) return
    if (answer.status >= 400) {
      if (state.told) this.#break('A change was acknowledged, and its retry refused', what)
      else if (state.refused === undefined) {
        state.refused = answer.status
        this.#figures.refused++
      }
      return
    }
    const told = { status: answer.status, etag: answer.etag, text: digestOf(answer.text) }
    if (state.told) {
      this.#figures.replays++
      if (!answer.replayed) this.#break('A key was worked on twice', what)
      if (JSON.stringify(told) !== JSON.stringify(state.told))
        this.#break('A retry got another answer', `${what} for the key ${pending.sent.key}`)
      return
    }
    if (answer.replayed && state.attempts === 1)
      this.#break('The first answer to a request says that it was told before', what)
    state.told = told
    this.#figures.acknowledged++
    if (state.attempts > 1) this.#figures.retried++
    this.#apply(pending, answer, what)
  }

  /** What an acknowledged change says to have done. */
  #apply({ sent, subject }: Pending, answer: Answered, what: string): void {
    const key = sent.key ?? ''
    const body = answer.text === '' ? undefined : (JSON.parse(answer.text) as Body)
    if (subject?.kind === 'texts') return this.#imported(subject.id ?? '', editionIn(sent.body), body, what)
    if (!subject) return
    if (subject.id === undefined) {
      if (!body) return
      const { id: ghostPlayerId } = (body['ghostPlayer'] ?? {}) as { id?: string }
      this.#made(subject.kind, body.id, what, ghostPlayerId)
      this.#shown(subject.kind, body, answer, sent.by, what)
      return
    }
    const chain = this.#chainOf(subject)
    if (!chain) return this.#break('Something was changed that nobody made', what)
    const from = Number(sent.ifMatch?.replaceAll('"', ''))
    const to = answer.etag === undefined ? from + 1 : versionOf(answer.etag)
    const other = chain.changedBy.get(from)
    if (other !== undefined && other !== key)
      this.#break('Two changes of one version were acknowledged: a fork', `${what}, and the key ${other}`)
    if (to !== from + 1) this.#break('A change did not raise the version by one', `${what} after ${from}`)
    chain.changedBy.set(from, key)
    chain.steps++
    chain.newest = Math.max(chain.newest, to)
    if (sent.method === 'DELETE') chain.isDeleted = true
    if (!body) return
    this.#shown(subject.kind, body, answer, sent.by, what)
    if (body['status'] !== 'APPROVED') return
    if (subject.kind === 'match_edits' && subject.of !== undefined) {
      const match = this.#chains.get(`matches/${subject.of}`)
      if (match) match.steps++
    }
    if (subject.kind !== 'claim_requests') return
    this.#made('claim_edges', String(body['claimEdgeId']), what)
    if (chain.ghostPlayerId !== undefined) this.#claimed.add(chain.ghostPlayerId)
  }

  #made(kind: Kind | 'texts', id: string, what: string, ghostPlayerId?: string): void {
    const name = `${kind}/${id}`
    if (this.#chains.has(name)) return this.#break('Two keys made one thing', what)
    this.#chains.set(name, {
      steps: 0,
      newest: 1,
      changedBy: new Map(),
      bodies: new Map(),
      isBeingDeleted: false,
      isDeleted: false,
      ghostPlayerId,
    })
  }

  /** Whoever is shown a version is shown the same each time. */
  #shown(kind: Kind | 'texts', body: Body, { etag }: Answered, by: string, what: string): void {
    if (kind === 'matches') this.#mustBeWhole(body, what)
    const chain = this.#chains.get(`${kind}/${body.id}`)
    if (!chain || etag === undefined) return
    const name = `${etag} ${by}`
    const digest = digestOf(JSON.stringify(withoutNames(body)))
    const known = chain.bodies.get(name)
    if (known === undefined) chain.bodies.set(name, digest)
    else if (known !== digest) this.#break('One version was shown in two ways', what)
  }

  /** Every change of a match gives all its participants one mark. */
  #mustBeWhole(match: Body, what: string): void {
    const seats = (match['participants'] ?? []) as Seat[]
    const marks = new Set(seats.flatMap(({ score, loadout }) => [score, loadout?.attributes['mark']]))
    if (marks.size !== 1) this.#break('A match was seen half-changed: a torn read', what)
  }

  #read({ sent, subject, floor, wasDeleted }: Pending, answer: Answered, what: string): void {
    const chain = this.#chainOf(subject)
    if (answer.status === 404 && chain) {
      if (!chain.isBeingDeleted) this.#break('What was acknowledged is not there: a lost write', what)
      return
    }
    if (answer.status !== 200) return this.#break('A read was refused', what)
    this.#figures.reads++
    const body = JSON.parse(answer.text) as Body
    if (subject?.kind === 'texts') return this.#readTexts(subject.id ?? '', floor, body, what)
    if (subject && subject.id === undefined) {
      for (const item of (body['items'] ?? []) as Body[]) {
        if (subject.kind === 'matches') this.#mustBeWhole(item, what)
      }
      return
    }
    if (!subject || !chain) return
    if (wasDeleted && deletedAreHidden(subject.kind))
      this.#break('What was deleted is there again: a lost write', what)
    if (versionOf(answer.etag) < floor)
      this.#break('A read shows less than was acknowledged: a lost write', `${what} instead of ${floor}`)
    this.#shown(subject.kind, body, answer, sent.by, what)
  }

  #imported(application: string, edition: number, body: Body | undefined, what: string): void {
    const editions = this.#editionsOf(application)
    editions.acknowledged = Math.max(editions.acknowledged, edition)
    // Each edition changes every text, so one that finds the texts as they should be was made twice.
    if (body?.['unchanged'] !== 0) this.#break('An import was made twice', what)
  }

  #readTexts(application: string, floor: number, body: Body, what: string): void {
    const texts = new Set(Object.values(body['messages'] as Record<string, string>).map(Number))
    const [edition = 0] = texts
    if (texts.size === 0 && floor === 0) return // nothing was imported yet
    if (texts.size !== 1)
      this.#break('Texts of two imports were seen at once: a torn read', what.slice(0, 300))
    else if (edition < floor)
      this.#break('A read shows an older import than was acknowledged: a lost write', what.slice(0, 300))
    else if (edition > this.#editionsOf(application).sent)
      this.#break('A read shows an import that nobody sent', what.slice(0, 300))
  }

  #compare(rows: Row[]): void {
    const there = new Map(rows.map((row) => [`${row.kind}/${row.id}`, row]))
    for (const [name, chain] of this.#chains) {
      const row = there.get(name)
      if (row === undefined) {
        this.#break('What was acknowledged has no row: a lost write', name)
        continue
      }
      if (chain.isDeleted && deletedAreHidden(row.kind) && !row.gone)
        this.#break('What was deleted is there again: a lost write', name)
      if (row.gone && !chain.isDeleted && deletedAreHidden(row.kind))
        this.#break('Something is deleted though nobody was told so', name)
      const expected = 1 + chain.steps
      const isCounted = !(chain.isDeleted && deletedAreHidden(row.kind))
      if (isCounted && row.version < expected)
        this.#break(
          'An acknowledged change is not there: a lost write',
          `${name}: ${row.version}, not ${expected}`,
        )
      const isRejectedAside = chain.steps === 0 && this.#claimed.has(chain.ghostPlayerId ?? '')
      if (isCounted && row.version > expected + (isRejectedAside ? 1 : 0))
        this.#break(
          'A change was made that nobody was told of: a key with two effects',
          `${name}: ${row.version}, not ${expected}`,
        )
    }
    for (const name of there.keys())
      if (!this.#chains.has(name))
        this.#break('Something was made that nobody was told of: a key with two effects', name)
  }

  #chainOf(subject: Subject | undefined): Chain | undefined {
    return subject && this.#chains.get(`${subject.kind}/${subject.id}`)
  }

  #editionsOf(application: string): { sent: number; acknowledged: number } {
    const known = this.#editions.get(application) ?? { sent: 0, acknowledged: 0 }
    this.#editions.set(application, known)
    return known
  }
}

type Body = { id: string; [name: string]: unknown }

interface Seat {
  score?: number
  loadout?: { attributes: Record<string, unknown> }
}

/** A claim request that was cancelled and a claim edge that was revoked stay to be read. */
const deletedAreHidden = (kind: Kind | 'texts') => kind === 'matches' || kind === 'ghost_players'

/** An import has the number of its edition as the text of each key. */
const editionIn = (body: unknown): number =>
  Number((body as { keys?: { baseText: string }[] } | undefined)?.keys?.[0]?.baseText ?? 0)

const versionOf = (etag: string | undefined): number => Number(etag?.replaceAll('"', ''))

const digestOf = (text: string): string => createHash('sha1').update(text).digest('base64').slice(0, 16)

/** What is merely referred to may get another name without a new version. */
function withoutNames(value: unknown, isInside = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNames(one, true))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isInside && name === 'displayName'))
      .map(([name, one]) => [name, withoutNames(one, true)]),
  )
}
