/** The part "In short": remarks about a person, each a sentence with a number. */
import { number, percent } from '../../parts/marks/numbers.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import type { Remark } from './in-short.ts'

export function Short({ of }: { of: readonly Remark[] }) {
  if (of.length === 0) return null
  return (
    <section class="part">
      <h2>{say(t.short)}</h2>
      <ul class="in-short">
        {of.map((remark) => (
          <li key={remark.kind}>
            <b>
              {remark.kind === 'overChance'
                ? say(t.times, { factor: number(remark.factor, 1) })
                : percent(remark.share)}
            </b>
            <span>{sentenceOf(remark)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sentenceOf(remark: Remark): string {
  switch (remark.kind) {
    case 'aheadMost':
      return say(t.aheadMost, { name: named(remark.name) })
    case 'aheadLeast':
      return say(t.aheadLeast, { name: named(remark.name) })
    case 'bestGame':
      return say(t.bestGame, { game: named(remark.game), count: remark.count })
    case 'overChance':
      return say(t.overChance, { count: remark.count })
    case 'togetherWon':
      return say(t.togetherWon, { count: remark.count })
    case 'lastTen':
      return say(t.lastTen)
    default:
      return say(t.favourite, { game: named(remark.game) })
  }
}
