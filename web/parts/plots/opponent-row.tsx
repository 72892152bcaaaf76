/** The balance against an opponent, as a row of a plot. */
import type { Item } from '../../api/call.ts'
import type { BalanceRow } from './balances.tsx'

export type Opponent = Item<'listOpponents'>

/** A stand-in has a page only if the reader may see who claimed it. */
export function rowOf(
  { canonicalPlayer, ghostPlayer, met, ahead, level, behind, together }: Opponent,
  hrefOf?: (canonicalPlayerId: string) => string,
): BalanceRow {
  const { id: key, displayName: name } = canonicalPlayer ?? ghostPlayer ?? { id: '', displayName: '' }
  const shown =
    canonicalPlayer && hrefOf ? (
      <a class="ref" href={hrefOf(canonicalPlayer.id)}>
        <bdi>{name}</bdi>
      </a>
    ) : (
      <bdi>{name}</bdi>
    )
  return { key, shown, name, met, ahead, level, behind, together }
}
