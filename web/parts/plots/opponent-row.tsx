/** The balance against an opponent, as a row of a plot. */
import type { Item } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { named } from '../marks/names.ts'
import type { BalanceRow } from './balances.tsx'

export type Opponent = Item<'listOpponents'>
type Met = Omit<Opponent, 'lastMetAt'>

export const playerOf = ({
  canonicalPlayer,
  ghostPlayer,
}: Pick<Opponent, 'canonicalPlayer' | 'ghostPlayer'>) =>
  canonicalPlayer ?? ghostPlayer ?? { id: '', displayName: '' }

export const pageOf = (one: Pick<Opponent, 'canonicalPlayer' | 'ghostPlayer'>): string =>
  `${one.canonicalPlayer ? '/people' : '/stand-ins'}/${playerOf(one).id}`

/** If two rows have one name, each says whose stand-in it is. */
export function rowsOf(of: readonly Met[], hrefOf: (one: Met) => string): BalanceRow[] {
  const often = Map.groupBy(of, (one) => folded(playerOf(one).displayName))
  return of.map((one) => {
    const { id, displayName } = playerOf(one)
    const { met, ahead, level, behind, together } = one
    const note = [
      ...(often.get(folded(displayName))?.length === 1 ? [] : [whose(one)]),
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

/** Undefined for somebody with an account. */
function whose({ owner }: Pick<Opponent, 'owner'>): string | undefined {
  const me = session.value
  if (owner === undefined) return undefined
  return me.state === 'in' && owner.id === me.user.id
    ? say(t.mine)
    : say(t.theirs, { name: named(owner.displayName) })
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase()
