/** Says in one sentence how a correction changes the result of a match. */
import type { MatchResult } from '../../../src/resources/results/finish.ts'
import { t } from '../../texts/corrections.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { listOfNames, named } from '../marks/names.ts'
import { type ScoreType, scoreText } from '../marks/score-text.ts'
import type { Participant } from './changes.ts'

interface Outcome {
  result: MatchResult
  participants: readonly Participant[]
}

interface Reader {
  scoreType: ScoreType
  /** The ids of the participants that belong to the reader. */
  own: readonly string[]
  /** The ids of the participants that the correction changes. */
  about: readonly string[]
  /** THEN: the correction is still to come. DONE: it was just made. Without it, THEN. */
  when?: 'THEN' | 'DONE'
}

/**
 * `now` is the present result, `then` the result after the correction. Undefined if the correction does not change the result.
 */
export function consequenceOf(now: MatchResult, then: Outcome, reader: Reader): string | undefined {
  const { result } = then
  if (result.kind === 'TOGETHER') {
    const won = result.seats[0]?.won
    if (won === undefined || (now.kind === 'TOGETHER' && now.seats[0]?.won === won)) return say(t.staysSo)
    return say(won ? t.thenAllWin : t.thenAllLose, when(reader))
  }
  if (result.kind !== 'COMPETITIVE') return now.kind === result.kind ? say(t.staysSo) : undefined
  const moved = result.seats.flatMap((seat, n) =>
    seat.place === now.seats[n]?.place && seat.won === now.seats[n]?.won ? [] : [n],
  )
  if (moved.length === 0) return say(t.staysSo)
  const winners = result.seats.flatMap(({ won }, n) => (won === true ? [n] : []))
  return winners.some((n) => now.seats[n]?.won !== true) || winners.length !== countOfWinners(now)
    ? winning(then, winners, moved, reader)
    : moving(then, moved, reader)
}

const countOfWinners = ({ seats }: MatchResult) => seats.filter(({ won }) => won === true).length

/** A sentence for a change of the winner, or for a winner who is no longer alone. */
function winning(
  { result, participants }: Outcome,
  winners: number[],
  moved: number[],
  reader: Reader,
): string {
  const isOwn = (n: number) => reader.own.includes(participants[n]?.id ?? '')
  if (winners.length === 0) return say(t.thenNobodyWins, when(reader))
  const own = moved.find((n) => isOwn(n) && !winners.includes(n))
  const place = own === undefined ? undefined : result.seats[own]?.place
  const [first = 0] = winners
  const alone = winners.length === 1
  if (alone && isOwn(first)) {
    const second = participants.find((_, n) => result.seats[n]?.place === 2)
    return second
      ? say(t.thenYouWinAhead, { ...when(reader), name: nameOf(second) })
      : say(t.thenYouWin, when(reader))
  }
  const names = listOfNames(winners.map((n) => participants[n]?.ghostPlayer.displayName ?? ''))
  const score = alone && reader.scoreType !== 'WIN_LOSS' ? participants[first]?.score : undefined
  if (score === undefined)
    return place === undefined
      ? say(t.thenWin, { ...when(reader), names, count: winners.length })
      : say(t.thenWinAndYou, { ...when(reader), names, count: winners.length, place })
  const won = { ...when(reader), name: names, score: scoreText(score, reader.scoreType, locale()) }
  return place === undefined ? say(t.thenWinsWith, won) : say(t.thenWinsWithAndYou, { ...won, place })
}

/** A sentence for a change of places below the first. */
function moving({ result, participants }: Outcome, moved: number[], reader: Reader): string {
  const { own } = reader
  const among = (ids: readonly string[]) => moved.find((n) => ids.includes(participants[n]?.id ?? ''))
  const at = among(reader.about) ?? among(own) ?? moved[0] ?? 0
  const place = result.seats[at]?.place
  const one = participants[at]
  if (!one || place === undefined) return say(t.staysSo)
  const next = participants.find((_, n) => n !== at && result.seats[n]?.place === place + 1)
  if (own.includes(one.id)) return say(t.thenYouAre, { ...when(reader), place })
  return next
    ? say(t.thenIsAhead, {
        ...when(reader),
        name: nameOf(one),
        place,
        other: own.includes(next.id) ? say(t.you) : nameOf(next),
      })
    : say(t.thenIs, { ...when(reader), name: nameOf(one), place })
}

const nameOf = ({ ghostPlayer }: Participant) => named(ghostPlayer.displayName)

const when = ({ when: at = 'THEN' }: Reader) => ({ when: at })
