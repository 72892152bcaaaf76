/** The tile of a game: its initials on a pattern that is computed from its name, so it is always the same. */
import { useId } from 'preact/hooks'

interface TileProps {
  name: string
  size?: 'small' | 'large'
}

/** Hidden from screen readers, because the name is beside it. */
export function Tile({ name, size = 'large' }: TileProps) {
  const { hue, dots } = patternOf(name)
  const id = useId()
  return (
    <svg class={`tile ${size} hue-${hue}`} viewBox="0 0 48 48" aria-hidden="true">
      <rect class="ground" width="48" height="48" rx="6" />
      <clipPath id={id}>
        <rect width="48" height="48" rx="6" />
      </clipPath>
      <g class="dots" clip-path={`url(#${id})`}>
        {dots.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={8 + 16 * x} cy={8 + 16 * y} r="8" />
        ))}
      </g>
      <text x="24" y="25" text-anchor="middle" dominant-baseline="central">
        {initialsOf(name)}
      </text>
    </svg>
  )
}

/** The first letters of the first two words, or the first two letters of a single word. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words.length > 1 ? words.slice(0, 2).map(first) : [...(words[0] ?? '?')].slice(0, 2)
  return letters.join('').toLocaleUpperCase()
}

const first = (word: string) => [...word][0] ?? ''

/** One of twelve hues, and some of the nine places of a grid. */
export function patternOf(name: string): { hue: number; dots: [number, number][] } {
  const bits = digest(name.normalize('NFC').toLowerCase())
  const dots: [number, number][] = []
  for (let place = 0; place < 9; place++)
    if (place !== 4 && (bits >>> (4 + 2 * place)) % 4 < 2) dots.push([place % 3, Math.floor(place / 3)])
  return { hue: bits % 12, dots }
}

/** FNV-1a of 32 bits, mixed once more, because its low bits are not random enough. */
function digest(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
