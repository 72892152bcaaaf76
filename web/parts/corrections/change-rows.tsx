/** The changes of a correction as rows. Each has the participant, the field, the old value struck out, and the new value. */
import type { ComponentChildren } from 'preact'
import { t } from '../../texts/corrections.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { listOfNames } from '../marks/names.ts'
import { type ScoreType, scoreText } from '../marks/score-text.ts'
import { SeatMark } from '../marks/seat-mark.tsx'
import type { Change } from './changes.ts'

interface ChangeRowsProps {
  changes: readonly Change[]
  scoreType: ScoreType
  /** Set if the match has changed meanwhile: the present values, in the order of `changes`. */
  now?: readonly (string | undefined)[] | undefined
}

export const ChangeRows = ({ changes, scoreType, now }: ChangeRowsProps) => (
  <ul class={now ? 'change-rows with-now' : 'change-rows'}>
    {now && (
      <li class="change-heads" aria-hidden="true">
        <span />
        <span>{say(t.was)}</span>
        <span>{say(t.nowHead)}</span>
        <span>{say(t.becomes)}</span>
      </li>
    )}
    {changes.map((change, n) => {
      const from = valueText(change, change.from, scoreType)
      const to = valueText(change, change.to, scoreType)
      const present = now?.[n]
      return (
        <li key={`${change.of} ${'participant' in change ? change.participant.id : ''}`}>
          <span class="change-of">
            {'seat' in change && change.seat >= 0 && <SeatMark seat={change.seat} />}
            <span>
              {'participant' in change ? (
                <Of change={change}>{fieldText(change.of)}</Of>
              ) : (
                fieldText(change.of)
              )}
            </span>
          </span>
          <Struck>{from}</Struck>
          {present !== undefined && (
            <span class="change-now">
              <span class="unseen">{say(t.nowHead)}: </span>
              <bdi>{present}</bdi>
            </span>
          )}
          {present === undefined && <Arrow />}
          <span class="change-to">
            <bdi>{to}</bdi>
          </span>
        </li>
      )
    })}
  </ul>
)

const Of = ({ change, children }: { change: { participant: { displayName: string } }; children: string }) => (
  <>
    <bdi>{change.participant.displayName}</bdi> <span class="soft">{children}</span>
  </>
)

/** A value that the red pencil has struck out. */
export const Struck = ({ children }: { children: ComponentChildren }) => (
  <span class="struck">
    <span class="unseen">{say(t.was)}: </span>
    <bdi>{children}</bdi>
  </span>
)

const Arrow = () => (
  <span class="change-arrow">
    <span aria-hidden="true">→</span>
    <span class="unseen">{say(t.becomes)}</span>
  </span>
)

function fieldText(of: Change['of']): string {
  const texts = {
    score: t.score,
    rank: t.rank,
    outcome: t.outcome,
    loadout: t.loadout,
    playset: t.playset,
    expansions: t.expansions,
  }
  return say(texts[of])
}

/** The text of a value in the field that was changed. */
export function valueText(change: Pick<Change, 'of'>, value: unknown, scoreType: ScoreType): string {
  if (value === undefined || value === null) return say(t.nothing)
  switch (change.of) {
    case 'score':
      return scoreText(Number(value), scoreType, locale())
    case 'rank':
      return JSON.stringify(value)
    case 'outcome':
      return say(value === 'WIN' ? t.won : t.lost)
    case 'loadout':
      return loadoutText(value as Readonly<Record<string, unknown>>)
    case 'playset':
      return (value as { displayName: string }).displayName
    default: {
      const names = (value as readonly { displayName: string }[]).map(({ displayName }) => displayName)
      return names.length === 0 ? say(t.nothing) : listOfNames(names)
    }
  }
}

/** In characters. */
const LONGEST = 80

function loadoutText(attributes: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(attributes).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  if (parts.length === 0) return say(t.nothing)
  const text = parts.join(', ')
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
