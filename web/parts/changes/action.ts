/** A change that a person asked for: one at a time, with the service's refusal, if any. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Offline, Problem } from '../../api/problem.ts'

export interface Action {
  busy: Signal<boolean>
  /** Why the last change was refused. */
  refused: Signal<Problem | Offline | undefined>
  /** Does not start a second change while one runs: a second press is the same wish. Returns true if the change was done. */
  run: (change: () => Promise<unknown>) => Promise<boolean>
}

export const useAction = (): Action => useMemo(newAction, [])

export function newAction(): Action {
  const busy = signal(false)
  const refused = signal<Problem | Offline | undefined>(undefined)
  async function run(change: () => Promise<unknown>): Promise<boolean> {
    if (busy.peek()) return false
    busy.value = true
    refused.value = undefined
    try {
      await change()
      return true
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Offline)) throw error
      refused.value = error
      return false
    } finally {
      busy.value = false
    }
  }
  return { busy, refused, run }
}

export const isStale = (error: unknown): boolean => error instanceof Problem && error.status === 412

/** The problem that a form shows beside its fields. */
export const problemIn = (refused: ReadonlySignal<Problem | Offline | undefined>): Problem | undefined =>
  refused.value instanceof Problem ? refused.value : undefined
