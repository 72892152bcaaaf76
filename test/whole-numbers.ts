/** Reads a command's options that are whole numbers. */

/** Each as a number of 1 or more, `seed` of 0 or more; throws a sentence for any other. */
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
