/** Which candidates the queue shows: as the URL has it, and as a filter for the service. */
import { allOf, exactly } from '../../parts/fields/filter.ts'

export const CHOICES = {
  status: ['PENDING', 'APPROVED', 'PUBLISHED', 'REJECTED'],
  stage: ['PENDING_RULES', 'RULES_COLLECTED', 'INTERPRETED', 'FAILED'],
  reliability: ['HIGH', 'MEDIUM', 'LOW', 'UNVERIFIED'],
  isExpansion: ['false', 'true'],
} as const

export type Chosen = keyof typeof CHOICES
export type Sought = Partial<Record<Chosen, string>>

export const NAMES = Object.keys(CHOICES) as Chosen[]

/** Values that the service does not know are left out. */
export const soughtIn = (query: Readonly<Record<string, string>>): Sought =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = query[name]
      return value !== undefined && (CHOICES[name] as readonly string[]).includes(value)
        ? [[name, value]]
        : []
    }),
  )

export const searchOf = (sought: Sought): string => {
  const written = new URLSearchParams(sought).toString()
  return written === '' ? '' : `?${written}`
}

export const filterOf = (sought: Sought): string | undefined =>
  allOf(...NAMES.map((name) => sought[name] !== undefined && `${name}==${exactly(sought[name])}`))

/** The first page of the queue, which the page of a candidate shares to find the next one. */
export function queueOf(sought: Sought) {
  const filter = filterOf(sought)
  return { query: { ...(filter === undefined ? {} : { filter }), sort: 'rank:ASC' as const, limit: 30 } }
}
