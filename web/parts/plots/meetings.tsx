/** The matches of two people in the order of time, as ticks above and below a line. */
import { dayText } from '../marks/numbers.ts'
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import { type How, meetingMarks } from './marks/meetings.ts'

interface Meeting {
  on: string
  how: How
  game?: string | undefined
  by?: string | undefined
}

const HOW = { AHEAD: t.ahead, LEVEL: t.level, BEHIND: t.behind, TOGETHER: t.together, UNKNOWN: t.unknown }

export function Meetings({ of }: { of: readonly Meeting[] }) {
  const count = (how: How) => of.filter((one) => one.how === how).length
  const [ahead, level, behind] = [count('AHEAD'), count('LEVEL'), count('BEHIND')]
  return (
    <Field
      class="meetings"
      label={say(t.balanceLabel, { ahead, level, behind })}
      marks={meetingMarks(of)}
      hintOf={(n) => hintOf(of[n])}
    >
      <line class="ground" x1="0" x2="100%" y1="50%" y2="50%" />
    </Field>
  )
}

const hintOf = (meeting: Meeting | undefined) =>
  meeting === undefined ? '' : `${dayText(meeting.on)}: ${say(HOW[meeting.how])}`

export const meetingsTable = (of: readonly Meeting[]): Numbers => ({
  head: [say(t.day), say(t.game), say(t.result), say(t.difference)],
  rows: of.map(({ on, how, game, by }) => [
    dayText(on),
    game ?? say(t.nothing),
    say(HOW[how]),
    by ?? say(t.nothing),
  ]),
})
