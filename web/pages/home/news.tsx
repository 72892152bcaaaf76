/** The last match: when and where it was, and its sheet in the order of places. */
import type { MatchResult } from '../../../src/resources/results/finish.ts'
import { useSignal } from '@preact/signals'
import { later } from '../../parts/page/later.tsx'
import { SeatMark } from '../../parts/marks/seat-mark.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import type { MatchItem, ResultItem } from '../../parts/matches/matches-of.ts'
import { resultOf } from '../../parts/marks/result-of.ts'
import { SheetRows } from '../../parts/matches/sheet-rows.tsx'
import { t } from '../../texts/home.ts'
import { t as matches } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import { headlineOf } from './headline.ts'
import { outcomeOf } from '../../parts/marks/outcome.ts'

interface NewsOf {
  match: MatchItem
  result: MatchResult
  own: ResultItem | undefined
}

export const newsOf = (match: MatchItem, own: ResultItem | undefined): NewsOf => ({
  match,
  own,
  result: resultOf(match.participants, own ?? { scoreType: 'WIN_LOSS' }),
})

export function headline({ match: { game, participants }, own, result }: NewsOf): string {
  const seats = participants.map(({ id, score, ghostPlayer }) => ({
    name: ghostPlayer.displayName,
    score,
    isOwn: id === own?.matchParticipantId,
  }))
  return headlineOf(
    outcomeOf({ seats, result, winCondition: own?.winCondition }),
    game.displayName,
    own?.scoreType ?? 'WIN_LOSS',
  )
}

export const whenAndWhere = ({ match: { playedAt, community } }: NewsOf) => (
  <>
    <time dateTime={playedAt}>{whenOf(new Date(playedAt), { near: true })}</time>
    {community && (
      <>
        {' · '}
        <bdi>{community.displayName}</bdi>
      </>
    )}
  </>
)

/** Loaded when it is first shown, because few people send a picture. */
const Picture = later(async () => (await import('../../parts/pictures/by-id.tsx')).PictureById)

export function LastSheet({ of: { match, own, result } }: { of: NewsOf }) {
  const isSending = useSignal(false)
  return (
    <>
      <div class="sheet match-table">
        <SheetRows
          participants={match.participants}
          finished={result}
          scoreType={own?.scoreType}
          hasScores={own !== undefined && own.scoreType !== 'WIN_LOSS'}
          row={(n, end, isMate) => {
            const seat = match.participants[n]
            return (
              seat && (
                <li
                  key={seat.id}
                  class={`${isMate ? 'mate' : ''} ${result.seats[n]?.won === true ? 'won' : ''}`}
                >
                  <SeatMark seat={n} />
                  <strong>
                    <bdi>{seat.ghostPlayer.displayName}</bdi>
                    {seat.id === own?.matchParticipantId && <span class="soft"> ({say(matches.you)})</span>}
                  </strong>
                  {end}
                </li>
              )
            )
          }}
        />
      </div>
      <p class="actions start">
        <a class="quiet" href={`/matches/${match.id}`}>
          {say(t.wholeSheet)}
        </a>
        <button type="button" class="quiet" onClick={() => (isSending.value = true)}>
          {say(t.picture)}
        </button>
      </p>
      {isSending.value && <Picture matchId={match.id} close={() => (isSending.value = false)} />}
    </>
  )
}
