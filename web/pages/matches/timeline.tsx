/** What happened to a match, as a list from its recording on. */
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import { scoreText, type ScoreType } from '../../parts/marks/score-text.ts'
import { When } from '../../parts/marks/when.tsx'
import { t } from '../../texts/matches.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { listOfNames, named } from '../../parts/marks/names.ts'
import type { MatchBody } from './seats.tsx'
import { type Change, type Happened, timelineOf } from './happened.ts'

export function Timeline({ match, scoreType }: { match: MatchBody; scoreType: ScoreType | undefined }) {
  const edits = useMemo(
    () => pages('listMatchEdits', { params: { matchId: match.id }, query: { limit: 20 } }),
    [match.id],
  )
  return (
    <section class="part">
      <h2>{say(t.history)}</h2>
      <ol class="match-timeline">
        {timelineOf(match, edits.items.value).map((one) => (
          <li
            key={`${one.kind} ${one.at} ${one.by?.id}`}
            class={one.kind === 'proposed' && waits(one) ? 'pending' : undefined}
          >
            <When at={one.at} time />
            <div>
              <p>{sentence(one)}</p>
              {'changes' in one && one.changes.length > 0 && (
                <ul class="match-changes">
                  {one.changes.map((change) => (
                    <li key={`${change.of} ${'participant' in change ? change.participant.id : ''}`}>
                      {changed(change, scoreType)}
                    </li>
                  ))}
                </ul>
              )}
              {one.kind === 'disputed' && <q dir="auto">{one.reason}</q>}
              {one.kind === 'proposed' && waits(one) && (
                <p class="soft">{say(t.waits, { name: named(match.recorder.displayName) })}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
      {edits.hasMore.value && (
        <button type="button" class="quiet" onClick={() => void edits.more()}>
          {say(t.moreEdits)}
        </button>
      )}
    </section>
  )
}

const waits = (one: Happened) => one.kind === 'proposed' && one.edit.status === 'PENDING'

function sentence(one: Happened): string {
  const name = named(one.by?.displayName ?? say(t.somebody))
  switch (one.kind) {
    case 'recorded':
      return say(t.happenedRecorded, { name })
    case 'finished':
      return say(t.happenedFinished, { name })
    case 'changed':
      return say(t.happenedChanged, { name })
    case 'proposed':
      return say(waits(one) ? t.happenedProposed : t.happenedProposedThen, { name })
    case 'approved':
      return say(t.happenedApproved, { name })
    case 'rejected':
      return say(t.happenedRejected, { name })
    case 'applied':
      return say(t.happenedApplied, { name })
    default:
      return say(t.happenedDisputed, { name, player: named(one.participant.displayName) })
  }
}

function changed(change: Change, scoreType: ScoreType | undefined): string {
  const nothing = say(t.nothing)
  const fromTo = (from: string | undefined, to: string | undefined) =>
    'from' in change ? say(t.becomes, { from: from ?? nothing, to: to ?? nothing }) : (to ?? nothing)
  const score = (value: number | undefined) =>
    value === undefined ? undefined : scoreText(value, scoreType ?? 'SCORE', locale())
  switch (change.of) {
    case 'score':
      return `${say(t.changeScore, player(change))}: ${fromTo(score(change.from), score(change.to))}`
    case 'rank':
      return `${say(t.changeRank, player(change))}: ${fromTo(rank(change.from), rank(change.to))}`
    case 'outcome':
      return `${say(t.changeOutcome, player(change))}: ${fromTo(outcome(change.from), outcome(change.to))}`
    case 'loadout':
      return say(t.changeLoadout, player(change))
    case 'playset':
      return `${say(t.changePlayset)}: ${change.to ? named(change.to.displayName) : nothing}`
    default:
      return `${say(t.changeExpansions)}: ${change.to.length > 0 ? listOfNames(change.to.map(({ displayName }) => displayName)) : nothing}`
  }
}

/** Undefined if nothing is written. */
const rank = (value: number | undefined) => (value === undefined ? undefined : String(value))

const outcome = (value: string | undefined) =>
  value === undefined ? undefined : say(value === 'WIN' ? t.won : t.lost)

const player = ({ participant }: { participant: { displayName: string } }) => ({
  player: named(participant.displayName),
})
