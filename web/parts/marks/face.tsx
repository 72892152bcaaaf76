/** The image of a game, over its pattern. It comes from our own origin; until it is there, and where it fails, the pattern stays. */
import { useState } from 'preact/hooks'
import { digestOf } from './faces.ts'

interface FaceProps {
  gameId: string
  size: 96 | 320
  clip: string
}

export function Face({ gameId, size, clip }: FaceProps) {
  const digest = digestOf(gameId)
  if (digest === undefined) return null
  const address = `/web/api/v1/games/${gameId}/image?digest=${digest}&size=${size}`
  return <Image key={address} address={address} clip={clip} />
}

function Image({ address, clip }: { address: string; clip: string }) {
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
