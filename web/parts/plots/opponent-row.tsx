/** The balance against an opponent, as a row of a plot. */
import type { Item } from '../../api/call.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { playerOf, whoseIn } from '../marks/whose.tsx'
import type { BalanceRow } from './balances.tsx'

export type Opponent = Item<'listOpponents'>
type Met = Omit<Opponent, 'lastMetAt'>

export const pageOf = (one: Pick<Opponent, 'canonicalPlayer' | 'ghostPlayer'>): string =>
  `${one.canonicalPlayer ? '/people' : '/stand-ins'}/${playerOf(one).id}`

/** The rows. If two of `all` have the same name, each says whose stand-in it is. */
export function rowsOf(
  of: readonly Met[],
  hrefOf: (one: Met) => string,
  all: readonly Met[] = of,
): BalanceRow[] {
  const whoseOf = whoseIn(all)
  return of.map((one) => {
    const { id, displayName } = playerOf(one)
    const { met, ahead, level, behind, together } = one
    const note = [
      whoseOf(one),
      ...(one.countedAsOne === undefined ? [] : [say(t.countedAsOne, { count: one.countedAsOne })]),
    ].filter((text) => text !== undefined)
    const shown = (
      <>
        <a class="ref" href={hrefOf(one)}>
          <bdi>{displayName}</bdi>
        </a>
        {note.length > 0 && <span class="soft"> · {note.join(' · ')}</span>}
      </>
    )
    const name = [displayName, ...note].join(' · ')
    return { key: id, shown, name, met, ahead, level, behind, together }
  })
}
