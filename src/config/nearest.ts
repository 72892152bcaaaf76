/** Finds the name that somebody probably meant when they misspelt it. */

/**
 * The name with the most letters in the same places, minus half of the difference in length. Among equal names, the one with
 * the most letters in common.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const likeness = (one: string) => {
    const letters = [...one]
    return (
      letters.filter((letter, index) => letter === name[index]).length -
      Math.abs(one.length - name.length) / 2 +
      letters.filter((letter) => name.includes(letter)).length / 100
    )
  }
  return known.toSorted((one, other) => likeness(other) - likeness(one))[0]
}
