/** The state of a correction: the match when the form was filled, the sheet as the person wants it, and the differences. */
import { resultOf } from '../../parts/marks/result-of.ts'
import { type Signal, computed, signal } from '@preact/signals'
import { sheetOf } from '../../drafts/body.ts'
import { editOf, isPlacedByHand, placedByScores } from '../../drafts/correction.ts'
import type { KeptCorrection } from '../../drafts/kept-corrections.ts'
import { type GameFacts, type Sheet, faultyIn, scoreOfSeat } from '../../drafts/sheet.ts'
import {
  type MatchBody,
  type Participant,
  changesOf,
  participantsWith,
} from '../../parts/corrections/changes.ts'
import { consequenceOf } from '../../parts/corrections/consequence.ts'
import { RowsModel } from './rows-model.ts'

interface Base {
  match: MatchBody
  etag: string | undefined
  sheet: Sheet
}

export class CorrectModel extends RowsModel {
  readonly base: Signal<Base>
  readonly facts: GameFacts
  /** The ids of the participants (ghost players in this match) that belong to the reader. */
  readonly own: readonly string[]
  /** True if it is to be sent as soon as there is a network. */
  readonly waits: Signal<boolean>
  /** The Idempotency-Key of what is sent. A change of the sheet needs another one. */
  key: string | undefined
  readonly #written: Signal<Sheet>

  /** With `kept`, the form goes on with what somebody wrote before. */
  constructor(
    { match, etag }: Pick<Base, 'match' | 'etag'>,
    game: GameFacts,
    own: readonly string[],
    kept?: KeptCorrection,
  ) {
    const sheet = sheetOf(match, game, selfIn(match.participants, own))
    const written = signal(kept?.sheet ?? sheet)
    super({ sheet: written, change: (to) => void (written.value = to(written.peek())), start: 'NONE' })
    this.base = signal({ match, etag, sheet })
    this.facts = game
    this.own = own
    this.waits = signal(kept?.waits ?? false)
    this.key = kept?.key
    this.#written = written
  }

  readonly edit = computed(() => {
    const { match, sheet } = this.base.value
    return editOf(match, sheet, this.sheet.value)
  })
  readonly changes = computed(() => changesOf(this.edit.value, this.base.value.match))
  readonly faulty = computed(() => faultyIn(this.sheet.value)[0])
  readonly result = computed(() => {
    const participants = participantsWith(this.base.value.match, this.edit.value)
    return { participants, result: resultOf(participants, this.facts) }
  })

  /** True if the person changes scores, but places or outcomes were entered too. Then the scores do not decide. */
  readonly isByHand = computed(() => {
    const sheet = this.sheet.value
    return (
      this.result.value.result.kind === 'COMPETITIVE' &&
      isPlacedByHand(sheet) &&
      this.edit.value.participantChanges.some(({ scoreSet }) => scoreSet) &&
      sheet.seats.every((seat) => scoreOfSeat(sheet, seat).value !== undefined)
    )
  })

  sentence(when: 'THEN' | 'DONE'): string | undefined {
    const { match } = this.base.value
    return consequenceOf(resultOf(match.participants, this.facts), this.result.value, {
      scoreType: this.facts.scoreType,
      own: this.own,
      about: this.edit.value.participantChanges.map(({ matchParticipantId }) => matchParticipantId),
      when,
    })
  }

  readonly placeByScores = (): void => this.change(placedByScores)
  readonly undoAll = (): void => this.change(() => this.base.peek().sheet)

  /**
   * Continues with a match that somebody else has changed meanwhile: `match` is its present state, and `sheet` has the changes of
   * both.
   */
  rebase(match: MatchBody, etag: string | undefined, sheet: Sheet): void {
    this.base.value = { match, etag, sheet: this.sheetOf(match) }
    this.#written.value = sheet
  }

  sheetOf(match: MatchBody): Sheet {
    return sheetOf(match, this.facts, selfIn(match.participants, this.own))
  }
}

const selfIn = (participants: readonly Participant[], own: readonly string[]) =>
  participants.find(({ id }) => own.includes(id))?.ghostPlayer.id
