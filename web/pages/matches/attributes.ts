/** Turns the attributes of a loadout, which can be any JSON of up to 64 KiB, into lines of text. */

interface Line {
  name: string
  text: string
  whole: string
}

/** In characters. */
const SHORT = 60

export const attributesOf = (attributes: Readonly<Record<string, unknown>>): Line[] =>
  Object.entries(attributes).map(([name, value]) => {
    const whole = textOf(value)
    const characters = Array.from(whole)
    return {
      name,
      whole,
      text: characters.length > SHORT ? `${characters.slice(0, SHORT - 1).join('')}…` : whole,
    }
  })

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object' || part === null))
    return value.map(textOf).join(', ')
  return JSON.stringify(value)
}
