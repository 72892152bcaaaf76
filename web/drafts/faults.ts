/** Finds the participant that a refused field belongs to, and for how many days a draft has waited. */
import { type Entry, WARNING_DAY, ageOf } from '../api/outbox.ts'
import type { DraftEntry } from './entry.ts'
import type { Draft } from './plan.ts'
import type { Seat } from './sheet.ts'

export function seatAt({ fault, value }: DraftEntry, field: string): Seat | undefined {
  const { step } = fault ?? {}
  if (step?.operation === 'createGhostPlayer') return value.sheet.seats.find(({ key }) => key === step.about)
  const index = /^participants\[(\d+)\]/.exec(field)?.[1]
  const { participants = [] } = (step?.body ?? {}) as { participants?: { ghostPlayerId: string }[] }
  const id = index === undefined ? undefined : participants[Number(index)]?.ghostPlayerId
  return value.sheet.seats.find(({ ghostPlayerId }) => id !== undefined && ghostPlayerId === id)
}

export const faultOfSeat = (entry: DraftEntry, seat: Seat): string | undefined =>
  entry.fault?.violations?.find(({ field }) => seatAt(entry, field)?.key === seat.key)?.message

/** For how many days the entry has waited. Undefined if it is too young for a warning. */
export function daysWaiting(entry: Entry<Draft>, now = Date.now()): number | undefined {
  const age = ageOf(entry, now)
  return age >= WARNING_DAY ? Math.floor(age / 86_400_000) : undefined
}
