/** An import in plain words: what becomes of its matches, and why. */
import { locale } from '../../texts/messages.ts'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import type { Import } from './live.ts'

type Group = Import['plays'][number]
type Kind = Import['names'][number]['kind']
type Decision = Import['names'][number]['decision']

export const namesWith = ({ names }: Import, kind: Kind, decision: Decision): number =>
  names.find((one) => one.kind === kind && one.decision === decision)?.names ?? 0

export const playsWith = ({ plays }: Import, status: Group['status']): number =>
  plays.filter((one) => one.status === status).reduce((sum, one) => sum + one.plays, 0)

/** Words for a number of matches, such as "240 matches will be made". */
export function wordsOf(of: Import, { status, plays: count }: Pick<Group, 'status' | 'plays'>): string {
  switch (status) {
    case 'NEW':
      return say(t.willBe, { count })
    case 'SAME':
      return say(t.same, { count })
    case 'CORRECTS_DRAFT':
      return say(t.corrects, { count })
    case 'PROPOSES_EDIT':
      return say(t.proposes, { count })
    case 'WAITS_FOR_GAME':
      return say(t.waits, { count, games: namesWith(of, 'GAME', 'WAITS') + namesWith(of, 'GAME', 'ASKED') })
    case 'LEFT_OUT':
      return say(t.leftOut, { count })
    case 'IMPORTED':
      return say(t.made, { count })
    case 'CORRECTED':
      return say(t.corrected, { count })
    case 'PROPOSED':
      return say(t.proposed, { count })
  }
}

const ORDER = [
  'IMPORTED',
  'CORRECTED',
  'PROPOSED',
  'NEW',
  'CORRECTS_DRAFT',
  'PROPOSES_EDIT',
  'SAME',
  'WAITS_FOR_GAME',
  'LEFT_OUT',
] as const

/** The whole import in one sentence. */
export function sentenceOf(of: Import): string {
  if (of.plays.length === 0) return say(t.noPlays)
  if (of.plays.every(({ status }) => status === 'SAME')) return say(t.nothing)
  const parts = ORDER.flatMap((status) => {
    const plays = playsWith(of, status)
    return plays === 0 ? [] : [wordsOf(of, { status, plays })]
  })
  return `${new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts)}.`
}

export const groupsOf = ({ plays }: Import): Group[] =>
  plays.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status))

export function whyOf({ status, reason }: Pick<Group, 'status' | 'reason'>): string | undefined {
  if (reason === undefined) return undefined
  if (status !== 'LEFT_OUT' && reason === 'UNFINISHED') return say(t.draft)
  return say(t.reason, { reason, code: reason })
}

export const noteText = ({ kind, found }: { kind: string; found: string }): string =>
  say(t.note, { kind, code: kind, found })
