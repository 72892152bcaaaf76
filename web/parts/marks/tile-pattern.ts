/** The pattern and the initials on the tile of a game without an image. Both are computed from its name. */

export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words.length > 1 ? words.slice(0, 2).map(first) : [...(words[0] ?? '?')].slice(0, 2)
  return letters.join('').toLocaleUpperCase()
}

const first = (word: string) => [...word][0] ?? ''

/** One of twelve hues. */
export const hueOf = (name: string): number => patternOf(name).hue

/** Computes the pattern: one of twelve hues, and some of nine dots. */
export function patternOf(name: string): { hue: number; dots: [number, number][] } {
  const bits = digest(name.normalize('NFC').toLowerCase())
  const dots: [number, number][] = []
  for (let place = 0; place < 9; place++)
    if (place !== 4 && (bits >>> (4 + 2 * place)) % 4 < 2) dots.push([place % 3, Math.floor(place / 3)])
  return { hue: bits % 12, dots }
}

/** The 32-bit FNV-1a hash. It is mixed once more, because its low bits are not random enough. */
function digest(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
