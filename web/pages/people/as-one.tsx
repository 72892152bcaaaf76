/** The players that the reader counts as one person, and a button that takes this back. */
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Item } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { named } from '../../parts/marks/names.ts'
import { whose, playerOf } from '../../parts/marks/whose.tsx'
import { t } from '../../texts/same.ts'
import { say } from '../../texts/text.ts'
import { said, takeBack, useAnswers } from './same.ts'

type Answer = Item<'listSamePeople'>

/** `count` is the number of players that count as this one. If it is undefined, there is nothing to take back. */
export function AsOne({ id, count }: { id: string; count: number | undefined }) {
  const undone = useSignal(false)
  const action = useAction()
  const heading = useId()
  const answers = useAnswers(count !== undefined && may('same-person-read'))
  const own = typeof answers === 'string' ? [] : said(answers).asOne(id)
  if (undone.value && count === undefined)
    return (
      <p class="notice" role="status">
        {say(t.undone)}
      </p>
    )
  if (count === undefined || own.length === 0) return null
  const undo = (answer: Answer) =>
    void action.run(async () => {
      await takeBack(answer.id)
      undone.value = true
    })
  return (
    <section class="part" aria-labelledby={heading}>
      <h2 id={heading}>{say(t.asOne)}</h2>
      <p class="soft">{say(t.asOneWhy)}</p>
      <Refused of={action.refused} />
      <ul class="lines short">
        {own.map((answer) => {
          const names = { one: sideOf(answer.one), other: sideOf(answer.other) }
          return (
            <li key={answer.id}>
              <span class="line-main">{say(t.both, names)}</span>
              {may('same-person-delete') && (
                <SendButton
                  class="quiet"
                  label={say(t.undo)}
                  called={say(t.undoBoth, names)}
                  busy={action.busy.value}
                  press={() => undo(answer)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function sideOf(side: Answer['one']): string {
  const of = side.ghostPlayer ? whose({ ghostPlayer: side.ghostPlayer, owner: side.owner }) : undefined
  const name = named((side.ghostPlayer ?? playerOf(side)).displayName)
  return of === undefined ? name : `${name} · ${of}`
}
