/** The result of each seat of a match: its score and its place. */
import type { MatchResult } from '../../../src/resources/results/finish.ts'
import { t } from '../../texts/matches.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { PlaceMark } from '../marks/place-mark.tsx'
import { type ScoreType, scoreText } from '../marks/score-text.ts'

/** In characters. Longer scores are written smaller, so that the name has room. */
const LONG = 7

export function Points({
  score,
  scoreType,
}: {
  score: number | undefined
  scoreType: ScoreType | undefined
}) {
  if (score === undefined)
    return (
      <span class="seat-points">
        <span class="unseen">{say(t.noScore)}</span>
      </span>
    )
  const text = scoreText(score, scoreType ?? 'SCORE', locale())
  return <span class={text.length > LONG ? 'seat-points seat-points-long' : 'seat-points'}>{text}</span>
}

export function End({ finished: { kind, seats }, n }: { finished: MatchResult; n: number }) {
  const end = seats[n]
  if (end?.place !== undefined) return <PlaceMark place={end.place} tied={end.tied} />
  if (end?.won === undefined) return null
  return <span class={kind === 'TOGETHER' ? 'together' : 'soft'}>{say(end.won ? t.won : t.lost)}</span>
}
