/** A person's latest matches. The height of a column is the share of players who finished behind the person. */
import { dayText } from '../marks/numbers.ts'
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field, Ground, part } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import { type Finish, formMarks } from './marks/form.ts'

type FormFinish = Finish & { on: string }

export const Form = ({ of }: { of: readonly FormFinish[] }) => (
  <Field
    class="form"
    label={say(t.formLabel, { count: of.length, won: of.filter(({ won }) => won === true).length })}
    marks={formMarks(of)}
    hintOf={(n) => hintOf(of[n])}
    ground={<line class="half" x1="0" x2="100%" y1={part(0.5)} y2={part(0.5)} />}
  >
    <Ground />
  </Field>
)

const hintOf = (finish: FormFinish | undefined): string =>
  finish === undefined ? '' : `${dayText(finish.on)}: ${resultText(finish)}`

/** The result in words, such as `2 / 4` or `won together`. */
function resultText({ kind, place, of, won }: Finish): string {
  if (kind === 'COMPETITIVE' && place !== undefined) return `${place} / ${of}`
  if (won === undefined) return say(t.unknown)
  if (kind === 'TOGETHER') return say(won ? t.wonTogether : t.lostTogether)
  return say(won ? t.won : t.lost)
}

export const formTable = (of: readonly FormFinish[]): Numbers => ({
  head: [say(t.day), say(t.result), say(t.place), say(t.ofTable)],
  rows: of.map((finish) => [
    dayText(finish.on),
    finish.kind === 'COMPETITIVE' ? say(wonText(finish)) : resultText(finish),
    finish.kind === 'COMPETITIVE' ? finish.place : undefined,
    finish.of,
  ]),
})

const wonText = ({ won }: Finish) => (won === undefined ? t.unknown : won ? t.won : t.notWon)
