/** Finds the name that somebody probably meant when they misspelt one. */

/** The known name that has the most letters in the same places. Half of the difference in length is subtracted. */
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
