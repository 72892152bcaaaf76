/** The choices about who sees the reader. Each is saved at once. */
import { type Signal, signal } from '@preact/signals'
import { refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { Offline, Problem } from '../../api/problem.ts'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'
import { isStale } from '../changes/action.ts'
import { reasonOf } from '../page/fault.tsx'

export type Setting = Item<'listPrivacySettings'>
export type DataType = Setting['dataType']
export type Level = Setting['level']

interface Choice {
  level: Level
  groupIds: readonly string[]
}

const choiceOf = ({ level, groups }: Setting): Choice => ({
  level,
  groupIds: groups.map(({ id }) => id),
})

const isSame = (one: Choice, other: Choice) =>
  one.level === other.level && one.groupIds.toSorted().join() === other.groupIds.toSorted().join()

export class PrivacySaving {
  /** The choices that the service has not confirmed yet, by the id of their setting. */
  readonly #chosen: Signal<Readonly<Record<string, Choice>>> = signal({})
  /** Why a choice was not saved, by the id of its setting. */
  readonly #said: Signal<Readonly<Record<string, string | undefined>>> = signal({})
  readonly #saving = new Set<string>()

  choice(setting: Setting): Choice {
    return this.#chosen.value[setting.id] ?? choiceOf(setting)
  }

  said(setting: Setting): string | undefined {
    return this.#said.value[setting.id]
  }

  /** Saves a choice. If another one is being saved, this one waits for it. */
  async choose(setting: Setting, change: Partial<Choice>): Promise<void> {
    const { id } = setting
    this.#set(id, { ...this.choice(setting), ...change }, undefined)
    if (this.#saving.has(id)) return
    this.#saving.add(id)
    try {
      let before = choiceOf(setting)
      for (
        let next = this.#chosen.peek()[id];
        next && !isSame(next, before);
        next = this.#chosen.peek()[id]
      ) {
        await save(id, next, before)
        before = next
      }
      this.#set(id, this.#chosen.peek()[id], undefined)
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Offline || error instanceof ChangedElsewhere))
        throw error
      this.#set(id, undefined, error instanceof Offline ? say(t.offline) : reasonOf(error))
    } finally {
      this.#saving.delete(id)
      refetch(/^\/(privacy-settings|groups|users\/me\/(audience|seen-by)|games)/)
    }
  }

  /** Called when the settings were read again: then the stored choice is the choice on the screen. */
  forget(settings: readonly Setting[]): void {
    const chosen = this.#chosen.peek()
    const left = Object.entries(chosen).filter(([id, choice]) => {
      const now = settings.find((one) => one.id === id)
      return this.#saving.has(id) || !now || !isSame(choiceOf(now), choice)
    })
    if (left.length < Object.keys(chosen).length) this.#chosen.value = Object.fromEntries(left)
  }

  #set(id: string, choice: Choice | undefined, said: string | undefined): void {
    const { [id]: _, ...others } = this.#chosen.peek()
    this.#chosen.value = choice ? { ...others, [id]: choice } : others
    this.#said.value = { ...this.#said.peek(), [id]: said }
  }
}

class ChangedElsewhere extends Error {}

/** Saves a choice. Throws if the setting is no longer what the person saw when they chose. */
async function save(privacySettingId: string, { level, groupIds }: Choice, before: Choice): Promise<void> {
  const params = { privacySettingId }
  const { body: now, etag } = await call('getPrivacySetting', { params })
  if (!isSame(choiceOf(now), before)) throw new ChangedElsewhere(say(t.changedMeanwhile))
  try {
    const body = { level, groupIds: [...groupIds] }
    await call('updatePrivacySetting', { params, body, ...(etag !== undefined && { ifMatch: etag }) })
  } catch (error) {
    if (isStale(error)) throw new ChangedElsewhere(say(t.changedMeanwhile))
    throw error
  }
}

/** True if nobody has chosen yet, and the settings are as they were made with the account. */
export const isUntouched = (settings: readonly Setting[]): boolean =>
  settings.every(({ createdAt, updatedAt }) => createdAt === updatedAt)

/** Stores that the person was asked and changed nothing, so that no device asks again. */
export async function keepAsItIs([first]: readonly Setting[]): Promise<void> {
  if (!first) return
  const params = { privacySettingId: first.id }
  const { body, etag } = await call('getPrivacySetting', { params })
  const change = { params, body: { level: body.level }, ...(etag !== undefined && { ifMatch: etag }) }
  await call('updatePrivacySetting', change)
  refetch('/privacy-settings')
}
