/**
 * Chips for the answer to a question: the people or games that could be meant, a new stand-in, wait, leave out, or somebody else.
 */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import type { Choice as Found } from '../../parts/fields/combobox.tsx'
import { containing } from '../../parts/fields/filter.ts'
import { Picker } from '../../parts/fields/picker.tsx'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import type { Choice, Question } from './answers.ts'

interface ChoicesProps {
  question: Question
  value: Choice
  choose: (choice: Choice) => void
}

export function Choices({ question, value, choose }: ChoicesProps) {
  const isPicking = useSignal(false)
  const { kind, name, candidates } = question
  const isPerson = kind === 'PERSON'
  const isOther = value.answer === 'USE' && !candidates.some(({ id }) => id === value.id)
  const own = ['LEAVE_OUT', isPerson ? 'NEW' : 'WAIT'] as const
  return (
    <div class="chips" role="group" aria-label={name}>
      {candidates.map(({ id, displayName }) => (
        <Chip
          key={id}
          pressed={value.id === id}
          onClick={() => choose({ answer: 'USE', id, name: displayName })}
        >
          <bdi>{displayName}</bdi>
        </Chip>
      ))}
      {isOther && (
        <Chip pressed onClick={() => (isPicking.value = true)}>
          <bdi>{value.name}</bdi>
        </Chip>
      )}
      {own.toReversed().map((answer) => (
        <Chip key={answer} pressed={value.answer === answer} onClick={() => choose({ answer })}>
          {textOf({ answer })}
        </Chip>
      ))}
      <Chip empty opens="dialog" onClick={() => (isPicking.value = true)}>
        {say(isPerson ? t.another : t.anotherGame)}
      </Chip>
      {isPicking.value && (
        <Picker
          title={name}
          label={say(isPerson ? t.findPerson : t.findGame)}
          find={isPerson ? findPeople : findGames}
          choose={({ id, label }) => {
            isPicking.value = false
            choose({ answer: 'USE', id, name: label })
          }}
          close={() => (isPicking.value = false)}
        />
      )}
    </div>
  )
}

export function textOf({ answer, name }: Choice): string {
  if (answer === 'USE') return name ?? ''
  if (answer === 'ASKED') return say(t.notAnswered)
  return say({ NEW: t.newStandIn, WAIT: t.wait, LEAVE_OUT: t.leaveOut }[answer])
}

const AT_ONCE = 12

const sought = (typed: string) => ({
  ...(typed === '' ? {} : { filter: `name==${containing(typed)}` }),
  sort: 'name:ASC',
  limit: AT_ONCE,
})

const shownOf = (items: readonly { id: string; displayName: string }[] | undefined): Found[] | undefined =>
  items?.map(({ id, displayName }) => ({ id, label: displayName }))

const findPeople = (typed: string) =>
  shownOf(kept('listGhostPlayers', { query: sought(typed) }).value.value?.items)

const findGames = (typed: string) => shownOf(kept('listGames', { query: sought(typed) }).value.value?.items)
