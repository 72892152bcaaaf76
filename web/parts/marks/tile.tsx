/** The tile of a game: its image, or else its initials on a pattern that is computed from its name. */
import { useId, useState } from 'preact/hooks'
import { digestOf } from './faces.ts'
import { initialsOf, patternOf } from './tile-pattern.ts'

interface TileProps {
  name: string
  size?: 'small' | 'large'
  /** The game. If it has an image, the image is shown. */
  game?: { id: string } | undefined
}

/** Screen readers skip the tile, because the name of the game is beside it. */
export function Tile({ name, size = 'large', game }: TileProps) {
  const { hue, dots } = patternOf(name)
  const id = useId()
  const digest = game && digestOf(game.id)
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
      {game && digest !== undefined && (
        <Face
          key={`${game.id} ${digest}`}
          address={`/web/api/v1/games/${game.id}/image?digest=${digest}&size=${size === 'small' ? 96 : 320}`}
          clip={`url(#${id})`}
        />
      )}
    </svg>
  )
}

interface FaceProps {
  address: string
  clip: string
}

/** The image. Until it is loaded, or if it cannot be loaded, the pattern is shown. */
function Face({ address, clip }: FaceProps) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return null
  return (
    <image
      href={address}
      width="48"
      height="48"
      preserveAspectRatio="xMidYMid slice"
      clip-path={clip}
      onError={() => setMissing(true)}
    />
  )
}
