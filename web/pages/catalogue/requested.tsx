/** The ids of the catalogue that somebody asked for, with what became of each, and a form to ask for more. */
import { type Signal, useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { pages, refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { More } from '../../parts/lists/more.tsx'
import { When } from '../../parts/marks/when.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { againAt } from './names.ts'

export function Requested({ said }: { said: Signal<string | undefined> }) {
  const list = useMemo(
    () => pages('listRequestedIds', { query: { sort: 'requestedAt:DESC', limit: 30 } }),
    [],
  )
  return (
    <section class="part">
      <h2>{say(t.requested)}</h2>
      {may('candidate-create') && <Ask said={said} />}
      <More
        list={list}
        label={say(t.requested)}
        class="lines short"
        row={(one) => <Row key={one.catalogId} of={one} />}
        empty={<p class="soft">{say(t.noRequested)}</p>}
      />
    </section>
  )
}

const STATES = {
  WAITING: t.idWaiting,
  IN_WORK: t.idInWork,
  CANDIDATE: t.candidate,
  MISSING: t.idMissing,
  NOT_A_GAME: t.idNotAGame,
} as const

const Row = ({ of }: { of: Item<'listRequestedIds'> }) => {
  const { catalogId, displayName, candidateId, failureReason, nextAttemptAt, requestedAt } = of
  const name = <bdi>{displayName ?? catalogId}</bdi>
  return (
    <li>
      <div class="line-main">
        {candidateId === undefined ? name : <a href={`/catalogue/candidates/${candidateId}`}>{name}</a>}
        <p class="line-below">
          {[
            displayName === undefined ? undefined : String(catalogId),
            say(STATES[of.state]),
            failureReason,
            againAt(nextAttemptAt),
          ]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </p>
      </div>
      <p class="line-side">
        <When at={requestedAt} />
      </p>
    </li>
  )
}

/** What is no number is sent as it was typed, and the service says what is wrong. */
const idsIn = (text: string) =>
  [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))].map((part) =>
    /^\d+$/.test(part) ? Number(part) : part,
  ) as number[]

function Ask({ said }: { said: Signal<string | undefined> }) {
  const typed = useSignal('')
  const action = useAction()
  const ask = () =>
    action.run(async () => {
      const { body } = await call('enrichFromCatalog', { body: { catalogIds: idsIn(typed.peek()) } })
      typed.value = ''
      said.value = say(t.asked, { queued: body.queued, known: body.known })
      refetch(/^\/pipeline/)
    })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <Refused of={action.refused} />
      <div class="sheet">
        <Field
          id="catalog-ids"
          name="catalogIds"
          label={say(t.askIds)}
          problem={problemIn(action.refused)}
          change={(text) => (typed.value = text)}
        >
          {(own) => <input type="text" inputMode="numeric" autocomplete="off" {...own} value={typed.value} />}
        </Field>
      </div>
      <div class="actions start">
        <SendButton class="second" label={say(t.ask)} busy={action.busy.value} />
      </div>
    </form>
  )
}
