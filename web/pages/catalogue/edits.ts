/**
 * The texts that a reviewer has typed into the fields of a candidate. They stay on the device until the service has taken them.
 * They are sent when a field is left, or together with the approval.
 */
import { signal } from '@preact/signals'
import { refetch } from '../../api/cache.ts'
import { call } from '../../api/call.ts'
import { Offline } from '../../api/problem.ts'
import { type CandidateVersion, keepCandidate, keptCandidate } from '../../drafts/kept-candidates.ts'
import { isStale, newAction } from '../../parts/changes/action.ts'
import { type Clash, changes } from '../../parts/changes/merge.ts'
import { saveByField } from '../../parts/changes/save.ts'
import { type FieldName, type Values, asSent, isField, textOf, valueOf, valuesOf } from './fields.ts'

type Texts = Partial<Record<FieldName, string>>

interface EditsOptions {
  userId: string
  id: string
  ask: (clashes: Clash<FieldName>[]) => Promise<Partial<Values> | undefined>
  /** Makes a sentence about fields that other people have changed. */
  taken: (fields: readonly string[]) => string | undefined
}

/** In milliseconds: the pause before texts are sent again that the service did not answer. */
const AGAIN = 5_000

export class Edits {
  readonly texts = signal<Texts>({})
  readonly said = signal<string | undefined>(undefined)
  readonly action = newAction()
  readonly #options: EditsOptions
  readonly #latest = signal<CandidateVersion | undefined>(undefined)
  #base: CandidateVersion | undefined
  #saving: Promise<void> | undefined
  #keeping = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: EditsOptions) {
    this.#options = options
  }

  /** The texts that an earlier visit has left here. */
  async restore(): Promise<void> {
    const { userId, id } = this.#options
    const before = await keptCandidate(userId, id)
    if (!before?.base) return
    const known = Object.fromEntries(Object.entries(before.texts).filter(([field]) => isField(field)))
    this.#base = before.base
    this.texts.value = { ...known, ...this.texts.peek() }
  }

  /** The candidate after the last change made here, until the cache has it too. */
  newest(read: CandidateVersion): CandidateVersion {
    const latest = this.#latest.value
    return latest && Date.parse(latest.body.updatedAt) >= Date.parse(read.body.updatedAt) ? latest : read
  }

  textOf(field: FieldName, now: CandidateVersion): string {
    return this.texts.value[field] ?? textOf(now.body[field])
  }

  set(field: FieldName, text: string, now: CandidateVersion): void {
    this.#base ??= now
    this.texts.value = { ...this.texts.peek(), [field]: text }
    this.#keep()
  }

  /** Forgets what was typed. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#base = undefined
    this.texts.value = {}
    this.action.refused.value = undefined
    this.#keep()
  }

  /** Ends the attempts to send. The texts stay on the device. */
  end(): void {
    clearTimeout(this.#timer)
  }

  /** What was typed and differs, with the version that it changes. */
  changed(): { body: Partial<Values>; base: CandidateVersion } | undefined {
    const base = this.#base
    if (!base) return undefined
    const before = valuesOf(base.body)
    return { body: changes(before, this.#mine(before)), base }
  }

  /** Ends when nothing is on its way to the service. */
  async settled(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#saving) await this.#saving
  }

  async save(): Promise<void> {
    await this.settled()
    this.#saving = this.#save().finally(() => (this.#saving = undefined))
    await this.#saving
  }

  async #save(): Promise<void> {
    const changed = this.changed()
    if (!changed) return
    if (Object.keys(changed.body).length === 0) {
      this.drop()
      return
    }
    await this.action.run(() => this.#send(changed.base))
    if (this.action.refused.peek() instanceof Offline) this.#timer = setTimeout(() => void this.save(), AGAIN)
  }

  async #send(base: CandidateVersion): Promise<void> {
    const { id, ask, taken } = this.#options
    const place = { params: { candidateId: id } }
    const sent = this.texts.peek()
    const before = valuesOf(base.body)
    let last = base
    const seen = async (answer: Promise<CandidateVersion>) => (last = await answer)
    const saved = await saveByField<Values, CandidateVersion['body']>({
      before,
      mine: this.#mine(before),
      etag: base.etag,
      fieldsOf: valuesOf,
      read: () => seen(call('getCandidate', place)),
      send: (body, ifMatch) => seen(call('updateCandidate', { ...place, body: asSent(body), ifMatch })),
      ask,
      isStale,
    })
    if (!saved) return
    this.said.value = taken(saved.taken)
    this.#take(last, sent)
    refetch(/^\/(candidates|pipeline)/)
  }

  /** Keeps only what was typed after the texts were sent. */
  #take(now: CandidateVersion, sent: Texts): void {
    const left = Object.entries(this.texts.peek()).filter(
      ([field, text]) => sent[field as FieldName] !== text,
    )
    this.#latest.value = now
    this.#base = left.length > 0 ? now : undefined
    this.texts.value = Object.fromEntries(left)
    this.#keep()
  }

  #mine(before: Values): Values {
    const typed = Object.entries(this.texts.peek()) as [FieldName, string][]
    return { ...before, ...Object.fromEntries(typed.map(([field, text]) => [field, valueOf(field, text)])) }
  }

  #keep(): void {
    const { userId, id } = this.#options
    this.#keeping = this.#keeping.then(() =>
      keepCandidate(userId, id, { base: this.#base, texts: this.texts.peek() }),
    )
  }
}
