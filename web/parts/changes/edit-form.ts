/** The state of a form that makes or changes a resource, and how it is saved. */
import { type Signal, signal } from '@preact/signals'
import { type Action, isStale, newAction } from './action.ts'
import type { Fields } from './merge.ts'
import { type Answer, type Saving, saveByField } from './save.ts'

interface EditFormOptions<F extends Fields, T extends object, Body> {
  /** The fields when the form was opened. Undefined if it makes a new resource. */
  before: F | undefined
  etag: string | undefined
  empty: T
  textsOf: (fields: F) => T
  fieldsFrom: (texts: T) => F
  fieldsOf: (body: Body) => F
  create: (fields: F) => Promise<Body>
  read: () => Promise<Answer<Body>>
  update: (changed: Partial<F>, etag: string) => Promise<Answer<Body>>
  ask: Saving<F, Body>['ask']
  /** Makes a sentence about fields that other people have changed. */
  taken: (fields: readonly string[]) => string | undefined
  saved: () => void
  /** Called after a change, when the form has nothing more to show. */
  done: (body: Body) => void
}

export class EditForm<F extends Fields, T extends object, Body> {
  readonly texts: Signal<T>
  readonly said = signal<string | undefined>(undefined)
  readonly action: Action = newAction()
  readonly #options: EditFormOptions<F, T, Body>

  constructor(options: EditFormOptions<F, T, Body>) {
    this.#options = options
    this.texts = signal(options.before ? options.textsOf(options.before) : options.empty)
  }

  set(change: Partial<T>): void {
    this.texts.value = { ...this.texts.peek(), ...change }
  }

  readonly save = (): Promise<boolean> => this.action.run(() => this.#save())

  async #save(): Promise<void> {
    const { before, etag, textsOf, fieldsFrom, fieldsOf, create, read, update, ask, taken } = this.#options
    const mine = fieldsFrom(this.texts.peek())
    if (!before) return this.#leave(await create(mine))
    const saved = await saveByField({ before, mine, etag, fieldsOf, read, send: update, ask, isStale })
    if (!saved) return undefined
    const sentence = taken(saved.taken)
    if (sentence === undefined) return this.#leave(saved.body)
    this.#options.saved()
    this.texts.value = textsOf(fieldsOf(saved.body))
    this.said.value = sentence
    return undefined
  }

  #leave(body: Body): void {
    this.#options.saved()
    this.#options.done(body)
  }
}
