/** Runs the change of a button or form, one at a time, and remembers why the service refused it. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Offline, Problem } from '../../api/problem.ts'

export interface Action {
  busy: Signal<boolean>
  refused: Signal<Problem | Offline | undefined>
  /** Runs a change. A second press during this time is ignored. Returns true if the change was made. */
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

export const problemIn = (refused: ReadonlySignal<Problem | Offline | undefined>): Problem | undefined =>
  refused.value instanceof Problem ? refused.value : undefined
