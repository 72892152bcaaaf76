/** Keeps a correction on this device from the first change until it is sent. */
import { useSignalEffect } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { newKey } from '../../../client/src/keys.ts'
import { keepCorrection } from '../../drafts/kept-corrections.ts'
import type { CorrectModel } from './correct-model.ts'

export function useKeeping(model: CorrectModel, userId: string) {
  const keep = useMemo(() => new Keeping(model, userId), [])
  useSignalEffect(keep.changed)
  return keep
}

class Keeping {
  readonly #model: CorrectModel
  readonly #userId: string
  #sheet: unknown
  #isSent = false

  constructor(model: CorrectModel, userId: string) {
    this.#model = model
    this.#userId = userId
    this.#sheet = model.sheet.peek()
  }

  /** Stores the correction. It reads signals, so it runs again after each change. */
  readonly changed = (): void => {
    const { sheet, base, changes, waits } = this.#model
    if (this.#sheet !== sheet.value) this.#model.key = undefined
    this.#sheet = sheet.value
    void this.#store(changes.value.length > 0, base.value, waits.value)
  }

  /** If an answer was lost, the second attempt has the same key, so the correction is proposed only once. */
  readonly keys = async (): Promise<string> => {
    const key = (this.#model.key ??= newKey())
    await this.#store(true, this.#model.base.peek(), this.#model.waits.peek())
    return key
  }

  readonly drop = (): Promise<void> => {
    this.#isSent = true
    return keepCorrection(this.#userId, this.#model.base.peek().match.id, undefined)
  }

  #store(isChanged: boolean, { match, etag }: { match: Base['match']; etag: Base['etag'] }, waits: boolean) {
    if (this.#isSent) return Promise.resolve()
    const { sheet, key } = this.#model
    return keepCorrection(
      this.#userId,
      match.id,
      isChanged ? { match, etag, sheet: sheet.peek(), waits, key } : undefined,
    )
  }
}

type Base = CorrectModel['base']['value']
