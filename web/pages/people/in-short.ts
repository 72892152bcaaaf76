/** Chooses up to four remarks about a person. Each is a sentence with a number. */
import { FEW } from '../../parts/marks/few.ts'

interface Ref {
  displayName: string
}

interface Statistics {
  matches: number
  topGames: readonly { game: Ref; matches: number; decided: number; won: number }[]
  finishes: readonly { of: number; matches: number; places: readonly number[] }[]
  together: { decided: number; won: number }
  form: readonly { kind: string; place?: number | undefined; won?: boolean | undefined }[]
}

interface Opponent {
  canonicalPlayer?: Ref | undefined
  ghostPlayer?: Ref | undefined
  ahead: number
  level: number
  behind: number
}

export type Remark =
  | { kind: 'aheadMost' | 'aheadLeast'; share: number; name: string }
  | { kind: 'bestGame'; share: number; game: string; count: number }
  | { kind: 'overChance'; factor: number; count: number }
  | { kind: 'togetherWon'; share: number; count: number }
  | { kind: 'lastTen'; share: number }
  | { kind: 'favourite'; share: number; game: string }

const MOST = 4

export const remarksOf = (statistics: Statistics, opponents: readonly Opponent[]): Remark[] =>
  [
    ...ofOpponents(opponents),
    bestGame(statistics),
    overChance(statistics),
    togetherWon(statistics),
    lastTen(statistics),
    favourite(statistics),
  ]
    .filter((remark) => remark !== undefined)
    .slice(0, MOST)

/** Remarks about opponents. Only those with at least five contests count. */
function ofOpponents(opponents: readonly Opponent[]): (Remark | undefined)[] {
  const known = opponents.flatMap(({ canonicalPlayer, ghostPlayer, ahead, level, behind }) => {
    const name = (canonicalPlayer ?? ghostPlayer)?.displayName
    const decided = ahead + level + behind
    return name === undefined || decided < FEW ? [] : [{ name, share: ahead / decided }]
  })
  const sorted = known.toSorted((a, b) => b.share - a.share)
  const [most, least] = [sorted[0], sorted.at(-1)]
  if (!most || !least || most.share === least.share) return []
  return [
    { kind: 'aheadMost', ...most },
    { kind: 'aheadLeast', ...least },
  ]
}

function bestGame({ topGames }: Statistics): Remark | undefined {
  const [best] = topGames
    .filter(({ decided, won }) => decided >= FEW && won > 0)
    .toSorted((a, b) => b.won / b.decided - a.won / a.decided)
  return (
    best && {
      kind: 'bestGame',
      share: best.won / best.decided,
      game: best.game.displayName,
      count: best.decided,
    }
  )
}

/** The number of players at which the person's wins are furthest above chance. */
function overChance({ finishes }: Statistics): Remark | undefined {
  const [best] = finishes
    .filter(({ matches }) => matches >= FEW)
    .map(({ of, matches, places }) => ({ count: of, factor: ((places[0] ?? 0) / matches) * of }))
    .toSorted((a, b) => b.factor - a.factor)
  return best && best.factor > 1.05 ? { kind: 'overChance', ...best } : undefined
}

const togetherWon = ({ together: { decided, won } }: Statistics): Remark | undefined =>
  decided >= FEW ? { kind: 'togetherWon', share: won / decided, count: decided } : undefined

function lastTen({ form }: Statistics): Remark | undefined {
  const contests = form
    .filter(({ kind, place }) => kind === 'COMPETITIVE' && place !== undefined)
    .slice(0, 10)
  const won = contests.filter((finish) => finish.won === true).length
  return contests.length === 10 && won > 0 ? { kind: 'lastTen', share: won / 10 } : undefined
}

function favourite({ matches, topGames: [first] }: Statistics): Remark | undefined {
  if (!first || matches < FEW || first.matches < 2) return undefined
  return { kind: 'favourite', share: first.matches / matches, game: first.game.displayName }
}
