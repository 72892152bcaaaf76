/** Says whose stand-in somebody is, in lists where two people have the same name. */
import { session } from '../../api/session.ts'
import { t } from '../../texts/whose.ts'
import { say } from '../../texts/text.ts'
import { named } from './names.ts'

interface Named {
  canonicalPlayer?: Known | undefined
  ghostPlayer?: Known | undefined
  owner?: Known | undefined
}
interface Known {
  id: string
  displayName: string
}

export const playerOf = ({ canonicalPlayer, ghostPlayer }: Named): Known =>
  canonicalPlayer ?? ghostPlayer ?? { id: '', displayName: '' }

/** True for a person with an account, who is nobody's stand-in. */
export const isPerson = ({ canonicalPlayer }: Named): boolean => canonicalPlayer !== undefined

export const isMine = ({ canonicalPlayer, owner }: Named): boolean => {
  const me = session.value
  return canonicalPlayer === undefined && me.state === 'in' && owner?.id === me.user.id
}

/** Whose stand-in this is. Undefined for a person with an account. */
export function whose(one: Named): string | undefined {
  if (isPerson(one) || one.owner === undefined) return undefined
  return isMine(one) ? say(t.mine) : say(t.theirs, { name: named(one.owner.displayName) })
}

/** For each row: whose stand-in it is, if another row has the same name. */
export function whoseIn<T extends Named>(rows: readonly T[]): (one: T) => string | undefined {
  const often = Map.groupBy(rows, nameOf)
  return (one) => ((often.get(nameOf(one))?.length ?? 0) < 2 ? undefined : whose(one))
}

/** Shown after a name: whose stand-in it is. */
export const WhoseMark = ({ of }: { of: string | undefined }) =>
  of === undefined ? null : <span class="soft"> · {of}</span>

const nameOf = (one: Named): string => folded(playerOf(one).displayName)

/** The same text for names that the service counts as the same: `ß` is `ss`, and `É` can be one or two characters. */
export const folded = (name: string): string =>
  name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC')
