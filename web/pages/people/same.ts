/** What the reader has answered about players with one name, and which question is open. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Item, call } from '../../api/call.ts'
import { kept, pages, refetch } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import { timeZone } from '../../parts/marks/numbers.ts'
import { folded, isPerson, playerOf } from '../../parts/marks/whose.tsx'
import type { Opponent } from '../../parts/plots/opponent-row.tsx'

type Answer = Item<'listSamePeople'>
export type Two = readonly [Opponent, Opponent]

/** The player on whose page the two appear as opponents. */
export interface About {
  id: string
  isStandIn: boolean
}

export interface Evidence {
  /** For each of the two: when they first met this player. Undefined if the reader may not know. */
  since: (string | undefined)[]
  alsoThere: (string[] | undefined)[]
}

/** What the reader has just answered. */
export interface Answered {
  /** The id of the answer. */
  id: string
  isSame: boolean
  two: Two
  /** The reader's stand-in, if the reader wants a code for it. */
  codeFor?: { id: string; displayName: string } | undefined
}

/** How many opponents are read to find players with the same name. */
export const MOST_MET = { sort: 'met:DESC', limit: 32 }

export interface Question {
  two: Two
  evidence: Evidence
}

/** True after "Not now", until the app is loaded again. */
export const isPutOff = signal(false)

/** How many pairs with one name are looked at. */
const MOST_PAIRS = 6

/**
 * Finds the first two players with one name who may be one person: the reader has not answered yet, and they never sat at one
 * table.
 */
export function useOpenQuestion(
  items: readonly Opponent[],
  about: About,
  among: (two: Two) => boolean = () => true,
): Question | 'loading' | undefined {
  const me = session.value
  const player = me.state === 'in' ? me.canonicalPlayerId : undefined
  const mayAsk = may('same-person-create') && may('same-person-read') && may('statistics-read')
  const pairs = mayAsk && player !== undefined ? pairsIn(items, player).filter(among) : []
  const answers = useAnswers(pairs.length > 0)
  if (pairs.length === 0 || isPutOff.value || answers === 'failed') return undefined
  if (answers === 'loading') return 'loading'
  const { areTwo, rootOf } = said(answers)
  for (const two of pairs
    .filter(([one, other]) => {
      const [a, b] = [playerOf(one).id, playerOf(other).id]
      return rootOf(a) !== rootOf(b) && !areTwo(a, b)
    })
    .slice(0, MOST_PAIRS)) {
    const met = meetingsOf(two)
    if (met.state === 'loading') return 'loading'
    if (met.value?.met !== 0) continue
    const evidence = evidenceOf(two, about)
    return evidence === undefined ? 'loading' : { two, evidence }
  }
  return undefined
}

/** Pairs with one name, in the order of the list. Two people with accounts are never one person, and the reader is left out. */
function pairsIn(items: readonly Opponent[], me: string): Two[] {
  const others = items.filter((one) => playerOf(one).id !== me)
  return [...Map.groupBy(others, nameOf).values()].flatMap((same) =>
    same.flatMap((one, n) =>
      same
        .slice(n + 1)
        .filter((other) => !(isPerson(one) && isPerson(other)))
        .map((other): Two => [one, other]),
    ),
  )
}

const nameOf = (one: Opponent): string => folded(playerOf(one).displayName)

/** Combines the answers. `rootOf` gives the same id for players that count as one. */
export function said(answers: readonly Answer[]) {
  const next = new Map<string, string>()
  const rootOf = (id: string): string => {
    const to = next.get(id)
    return to === undefined ? id : rootOf(to)
  }
  const join = (one: string, other: string) => {
    const [a, b] = [rootOf(one), rootOf(other)]
    if (a !== b) next.set(a, b)
  }
  for (const { one, other, isSame } of answers) {
    for (const { canonicalPlayer, ghostPlayer } of [one, other])
      if (canonicalPlayer && ghostPlayer) join(canonicalPlayer.id, ghostPlayer.id)
    if (isSame) join(playerOf(one).id, playerOf(other).id)
  }
  const are = (a: string, b: string, { one, other }: Answer) => {
    const [first, second] = [rootOf(playerOf(one).id), rootOf(playerOf(other).id)]
    return (first === rootOf(a) && second === rootOf(b)) || (first === rootOf(b) && second === rootOf(a))
  }
  return {
    rootOf,
    areTwo: (a: string, b: string) => answers.some((one) => !one.isSame && are(a, b, one)),
    asOne: (id: string) =>
      answers.filter(({ one, isSame }) => isSame && rootOf(playerOf(one).id) === rootOf(id)),
  }
}

/** All answers, the newest first. They are read only if they are needed. */
export function useAnswers(isNeeded: boolean): readonly Answer[] | 'loading' | 'failed' {
  const list = isNeeded
    ? pages('listSamePeople', { query: { sort: 'createdAt:DESC', limit: 100 } })
    : undefined
  const items = list?.items.value ?? []
  const hasMore = list?.hasMore.value ?? false
  useEffect(() => {
    if (hasMore) void list?.more()
  }, [list, hasMore, items.length])
  if (!list) return items
  if (list.state.value === 'failed') return 'failed'
  if (hasMore && list.error.value) return 'failed'
  return list.state.value === 'loading' || hasMore ? 'loading' : items
}

/** To be called after an answer was given or taken back. */
export const countAgain = (): void =>
  refetch(/^\/(canonical-players|ghost-players|users\/me\/(same-people|recap))/)

export async function takeBack(samePersonId: string): Promise<void> {
  try {
    await call('deleteSamePerson', { params: { samePersonId } })
  } finally {
    countAgain()
  }
}

/**
 * The matches that the two played together. At least one of the two has no account. Everybody who sees both may compare them from
 * that player's side.
 */
function meetingsOf([one, other]: Two) {
  const [standIn, second] = isPerson(one) ? [other, one] : [one, other]
  return kept('getHeadToHeadOfGhostPlayer', {
    params: { ghostPlayerId: playerOf(standIn).id, otherId: playerOf(second).id },
    query: { timeZone: timeZone() },
  }).value
}

/** Undefined while it loads. */
function evidenceOf(two: Two, { id, isStandIn }: About): Evidence | undefined {
  const query = { timeZone: timeZone() }
  const pairs = two.map((one) => {
    const otherId = playerOf(one).id
    return (
      isStandIn
        ? kept('getHeadToHeadOfGhostPlayer', { params: { ghostPlayerId: id, otherId }, query })
        : kept('getHeadToHead', { params: { canonicalPlayerId: id, otherId }, query })
    ).value
  })
  const tables = two.map((one) => {
    const most = { sort: 'met:DESC', limit: 5 }
    const { id: own } = playerOf(one)
    return (
      isPerson(one)
        ? kept('listOpponents', { params: { canonicalPlayerId: own }, query: most })
        : kept('listOpponentsOfGhostPlayer', { params: { ghostPlayerId: own }, query: most })
    ).value
  })
  if ([...pairs, ...tables].some(({ state }) => state === 'loading')) return undefined
  return {
    since: pairs.map(({ value }) => value?.firstMetAt),
    alsoThere: tables.map(({ value }) =>
      value?.items
        .map(playerOf)
        .filter((player) => player.id !== id)
        .slice(0, 2)
        .map(({ displayName }) => displayName),
    ),
  }
}
