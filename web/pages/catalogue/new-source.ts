/** The address of a rulebook that a reviewer types. It stays on the device until the service has the source. */
import { type Signal, batch, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { refetch } from '../../api/cache.ts'
import { call } from '../../api/call.ts'
import { Problem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { newKey } from '../../../client/src/keys.ts'
import { type TypedSource, keepCandidate, keptCandidate } from '../../drafts/kept-candidates.ts'
import { type Action, newAction } from '../../parts/changes/action.ts'

export class NewSource {
  readonly url: Signal<string> = signal('')
  readonly replaces: Signal<string | undefined> = signal(undefined)
  readonly action: Action = newAction()
  readonly #userId: string
  readonly #id: string
  #key: string | undefined
  #keeping = Promise.resolve()

  constructor(userId: string, id: string) {
    this.#userId = userId
    this.#id = id
  }

  async restore(): Promise<void> {
    const source = (await keptCandidate(this.#userId, this.#id))?.source
    if (!source || this.url.peek() !== '') return
    this.#show(source)
    this.#key = source.key
  }

  readonly set = (change: Partial<TypedSource>): void => {
    this.#show({ url: this.url.peek(), replaces: this.replaces.peek(), ...change })
    if (change.url !== undefined) this.#key = undefined
    void this.#keep()
  }

  readonly send = (): Promise<boolean> => this.action.run(() => this.#send())

  /** The new source comes first, so that no failure leaves the candidate without rules. */
  async #send(): Promise<void> {
    const params = { candidateId: this.#id }
    const replaced = this.replaces.peek()
    // If an answer was lost, the second attempt has the same key, so the source is added once.
    const key = (this.#key ??= newKey())
    await this.#keep()
    await call('createRuleSource', { params, body: { url: this.url.peek().trim() }, key })
    try {
      if (replaced !== undefined)
        await call('deleteRuleSource', { params: { ...params, sourceId: replaced } }).catch(unlessGone)
    } finally {
      refetch(/^\/(candidates|pipeline)/)
    }
    this.#key = undefined
    this.#show({ url: '' })
    await this.#keep()
  }

  #show({ url, replaces }: TypedSource): void {
    batch(() => {
      this.url.value = url
      this.replaces.value = replaces
    })
  }

  #keep(): Promise<void> {
    this.#keeping = this.#keeping.then(() => {
      const url = this.url.peek()
      const source = url === '' ? undefined : { url, replaces: this.replaces.peek(), key: this.#key }
      return keepCandidate(this.#userId, this.#id, { source })
    })
    return this.#keeping
  }
}

/** An earlier attempt may have deleted it, without an answer. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Problem && error.status === 404)) throw error
}

export function useNewSource(id: string): NewSource {
  const source = useMemo(() => {
    const known = session.peek()
    return new NewSource(known.state === 'in' ? known.user.id : '', id)
  }, [id])
  useEffect(() => void source.restore(), [source])
  return source
}
