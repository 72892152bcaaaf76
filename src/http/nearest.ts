/** Finds the name that somebody probably meant when they misspelt a name. */

/** In characters. A longer name is not compared, because that takes time. */
const LONGEST = 100

/**
 * The name that differs in the fewest letters; capitals do not matter. Undefined if more than a third of the letters differ. If
 * one of the two names begins with the other, each missing letter at the end counts half.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name === '' || name.length > LONGEST) return undefined
  const folded = name.toLowerCase()
  const most = Math.max(1, Math.floor(folded.length / 3))
  const near = known.flatMap((one) => {
    const other = one.toLowerCase()
    const isStart = folded.length > 2 && (other.startsWith(folded) || folded.startsWith(other))
    // The distance is at least the difference in length. This check is cheap, because strangers choose the name.
    if (!isStart && Math.abs(folded.length - other.length) > most) return []
    const distance = distanceOf(folded, other)
    return isStart || distance <= most ? [{ one, distance: isStart ? distance / 2 : distance }] : []
  })
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.one
}

/** A sentence to add after another one, or nothing. */
export function meant(name: string, known: readonly string[]): string {
  const one = nearest(name, known)
  return one === undefined ? '' : ` Did you mean ${one}?`
}

/** Counts how many letters must be added, removed, replaced, or swapped with the next one. */
function distanceOf(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    ;[before, last] = [last, row]
  }
  return last[other.length] ?? 0
}
