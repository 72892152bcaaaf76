/** The fields of a candidate that a reviewer can change: their names, their texts in the form, and back. */
import type { Body, Id } from '../../api/call.ts'
import type { call } from '../../api/call.ts'
import type { FieldText } from '../../parts/dialogs/conflict.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { wordOf } from './names.ts'

type Candidate = Body<'getCandidate'>

const LABELS = {
  displayName: t.displayName,
  minPlayers: t.minPlayers,
  maxPlayers: t.maxPlayers,
  playingTime: t.playingTime,
  minAge: t.minAge,
  yearPublished: t.yearPublished,
  scoreType: t.scoreType,
  winCondition: t.winCondition,
  description: t.description,
  tags: t.tags,
  imageUrl: t.imageUrl,
  isExpansion: t.kindOf,
  baseGameCatalogId: t.baseGameCatalogId,
} as const

export type FieldName = keyof typeof LABELS
export type Values = Record<FieldName, unknown>

export const FIELDS = Object.keys(LABELS) as FieldName[]

export const isField = (name: string): name is FieldName => Object.hasOwn(LABELS, name)

export const labelOf = (field: FieldName): string => say(LABELS[field])

/** Fields with few values. The first one stands for no value. */
export const OPTIONS: Partial<Record<FieldName, readonly string[]>> = {
  scoreType: ['', 'SCORE', 'TIME', 'TURNS', 'WIN_LOSS'],
  winCondition: ['', 'HIGHER_WINS', 'LOWER_WINS'],
  isExpansion: ['false', 'true'],
}

/** Fields with several lines. */
export const isLong = (field: FieldName): boolean => field === 'description' || field === 'tags'

const NUMBERS = new Set<FieldName>([
  'minPlayers',
  'maxPlayers',
  'playingTime',
  'minAge',
  'yearPublished',
  'baseGameCatalogId',
])

export const isNumber = (field: FieldName): boolean => NUMBERS.has(field)

export const valuesOf = (candidate: Candidate): Values =>
  Object.fromEntries(FIELDS.map((field) => [field, candidate[field] ?? null])) as Values

/** Each tag has its own line, because a tag can contain commas. */
export const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.join('\n')
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

/** A number that is none is sent as it was typed, and the service says what is wrong. */
export function valueOf(field: FieldName, text: string): unknown {
  const trimmed = text.trim()
  if (field === 'tags')
    return [...new Set(trimmed.split('\n').map((tag) => tag.trim()))].filter((tag) => tag !== '')
  if (field === 'isExpansion') return text === 'true'
  if (trimmed === '') return null
  if (isNumber(field)) return /^-?\d+$/.test(trimmed) ? Number(trimmed) : trimmed
  return field === 'description' ? text : trimmed
}

export const wordIn = (field: string, value: string): string =>
  field === 'isExpansion' ? say(value === 'true' ? t.expansion : t.game) : wordOf(value)

export function fieldText(field: string): FieldText {
  return {
    label: isField(field) ? labelOf(field) : field,
    show: (value) => (Array.isArray(value) ? value.join(', ') : wordIn(field, String(value))),
  }
}

type SentBy<I extends Id> = NonNullable<Parameters<typeof call<I>>[1]>['body']

/** What is typed may be wrong, and the service checks it. */
export const asSent = (changed: Partial<Values>) =>
  changed as NonNullable<SentBy<'updateCandidate'>> & NonNullable<SentBy<'approveCandidate'>>
