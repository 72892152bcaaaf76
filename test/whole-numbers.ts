/** Reads a command's options that are whole numbers. */

/**
 * Parses each option as a whole number of at least 1, or at least 0 for `seed`. Throws an error with a full sentence for other
 * texts.
 */
export function wholeNumbers<T extends Record<string, string>>(given: T): { [N in keyof T]: number } {
  const numbers = Object.entries(given).map(([name, text]) => {
    const number = Number(text)
    const least = name === 'seed' ? 0 : 1
    if (!Number.isSafeInteger(number) || number < least)
      throw new Error(`--${name} must be a whole number from ${least} on, not '${text}'.`)
    return [name, number]
  })
  return Object.fromEntries(numbers) as { [N in keyof T]: number }
}
