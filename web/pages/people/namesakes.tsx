/** On the page of a stand-in: says that the reader has met somebody else with this name, who may be the same person. */
import { useSignal } from '@preact/signals'
import type { Body } from '../../api/call.ts'
import { named } from '../../parts/marks/names.ts'
import { isMine, isPerson, playerOf } from '../../parts/marks/whose.tsx'
import type { Opponent } from '../../parts/plots/opponent-row.tsx'
import { t } from '../../texts/same.ts'
import { say } from '../../texts/text.ts'
import type { Answered, Question } from './same.ts'
import { SameAnswer, SameQuestion } from './same-question.tsx'

type StandIn = Body<'getStatisticsOfGhostPlayer'>

interface NamesakesProps {
  of: StandIn
  question: Question | 'loading' | undefined
}

export function Namesakes({ of, question }: NamesakesProps) {
  const isOpen = useSignal(false)
  const answer = useSignal<Answered | undefined>(undefined)
  const said = answer.value
  if (said) return <SameAnswer of={said} undone={() => (answer.value = undefined)} />
  if (question === undefined || question === 'loading') return null
  const other = question.two.find((one) => playerOf(one).id !== of.ghostPlayer.id)
  if (!other) return null
  if (isOpen.value) return <SameQuestion {...question} isWithMe answered={(one) => (answer.value = one)} />
  return (
    <p class="same-said">
      {sentenceOf(other)}
      <button type="button" class="quiet" onClick={() => (isOpen.value = true)}>
        {say(t.theSame)}
      </button>
    </p>
  )
}

function sentenceOf(other: Opponent): string {
  const values = { name: named(playerOf(other).displayName), count: other.met }
  if (isPerson(other) || other.owner === undefined) return say(t.hasAccountToo, values)
  return isMine(other)
    ? say(t.keepToo, values)
    : say(t.keepsToo, { ...values, owner: named(other.owner.displayName) })
}
