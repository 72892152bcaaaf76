/** What the reader has said about two players of one name, and which question is open. */
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

/** The page that shows the two: the player whose opponents they are. */
export interface About {
  id: string
  isStandIn: boolean
}

export interface Evidence {
  /** For each of the two: when they first met, and who else was there. Undefined if the reader may not know. */
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

/** The opponents that are read. */
export const MOST_MET = { sort: 'met:DESC', limit: 32 }

export interface Question {
  two: Two
  evidence: Evidence
}

/** "Not now" holds until the app is loaded again. */
export const isPutOff = signal(false)

/** More pairs of one name are not looked at. */
const MOST_PAIRS = 6

/** Finds the first two of one name that may be one person: nobody has said what they are, and they never sat at one table. */
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
    const [met, evidence] = [meetingsOf(two), evidenceOf(two, about)]
    if (met.state === 'loading' || evidence === undefined) return 'loading'
    if (met.value?.met === 0) return { two, evidence }
  }
  return undefined
}

/** Pairs of one name, in the order of the list. Two people with accounts are two people, and nobody is the reader. */
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

/** Joins the answers: `rootOf` is equal for players that count as one. */
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

/** Call this after an answer, and after one is taken back. */
export const countAgain = (): void =>
  refetch(/^\/(canonical-players|ghost-players|users\/me\/(same-people|recap))/)

export async function takeBack(samePersonId: string): Promise<void> {
  try {
    await call('deleteSamePerson', { params: { samePersonId } })
  } finally {
    countAgain()
  }
}

/** One of the two at least has no account, and everybody who sees both may compare them from there. */
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
