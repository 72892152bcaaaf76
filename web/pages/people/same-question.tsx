/** Asks whether two players with one name are the same person, and shows the evidence. It never suggests an answer. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { Offline, Problem } from '../../api/problem.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { inviteStandIn } from '../../parts/invitations/made.ts'
import { localDay } from '../../parts/marks/days.ts'
import { named, sequenceOfNames } from '../../parts/marks/names.ts'
import { monthText, number } from '../../parts/marks/numbers.ts'
import { isMine, isPerson, playerOf } from '../../parts/marks/whose.tsx'
import { later } from '../../parts/page/later.tsx'
import type { Opponent } from '../../parts/plots/opponent-row.tsx'
import { t } from '../../texts/same.ts'
import { say } from '../../texts/text.ts'
import { type Answered, type Evidence, type Two, countAgain, isPutOff, takeBack } from './same.ts'

const StandInCodes = later(
  async () => (await import('../../parts/invitations/stand-in-codes.tsx')).StandInCodes,
)

type Choice = 'YES' | 'CODE' | 'NO'

interface SameQuestionProps {
  two: Two
  evidence: Evidence
  /** True if these are matches with the reader. */
  isWithMe: boolean
  answered: (answer: Answered) => void
}

export function SameQuestion({ two, evidence, isWithMe, answered }: SameQuestionProps) {
  const chosen = useSignal<Choice | undefined>(undefined)
  const hasNone = useSignal(false)
  const action = useAction()
  const id = useId()
  const mine = may('invitation-create') ? two.find(isMine) : undefined
  const displayName = playerOf(two[0]).displayName
  const name = named(displayName)
  const press = () => {
    const choice = chosen.value
    hasNone.value = choice === undefined
    if (choice === undefined) return
    void action.run(async () => answered(await send(two, choice, mine)))
  }
  return (
    <section class="same-question" aria-labelledby={id}>
      <h3 id={id}>{say(t.question, { name })}</h3>
      <EvidenceTable two={two} evidence={evidence} isWithMe={isWithMe} />
      <p>
        <strong>{say(t.neverTogether)}</strong>
      </p>
      <Choices
        chosen={chosen.value}
        choose={(one) => (chosen.value = one)}
        two={two}
        mine={mine}
        name={name}
      />
      {hasNone.value && chosen.value === undefined && (
        <p class="fault" role="alert">
          {say(t.choose)}
        </p>
      )}
      <Refused of={action.refused} />
      <p class="actions">
        <button type="button" class="quiet" onClick={() => (isPutOff.value = true)}>
          {say(t.notNow)}
        </button>
        <SendButton label={labelOf(chosen.value, two, name)} busy={action.busy.value} press={press} />
      </p>
    </section>
  )
}

const labelOf = (choice: Choice | undefined, two: Two, name: string): string => {
  if (choice === undefined) return say(t.answer)
  if (choice === 'YES') return say(t.countAsOne)
  if (choice === 'NO') return say(t.keepApart)
  return two.some(isPerson) ? say(t.ask, { name }) : say(t.makeCode)
}

async function send([one, other]: Two, choice: Choice, mine: Opponent | undefined): Promise<Answered> {
  const isSame = choice !== 'NO'
  const { body } = await call('createSamePerson', {
    body: { oneId: playerOf(one).id, otherId: playerOf(other).id, isSame },
  })
  const codeFor = choice === 'CODE' && mine ? playerOf(mine) : undefined
  try {
    if (codeFor) await inviteStandIn(codeFor.id)
  } catch (error) {
    // The answer is stored all the same. The offer of a code says why there is none, and has a button to try again.
    if (!(error instanceof Problem || error instanceof Offline)) throw error
  }
  countAgain()
  return { id: body.id, isSame, two: [one, other], codeFor }
}

interface ChoicesProps {
  chosen: Choice | undefined
  choose: (one: Choice) => void
  two: Two
  mine: Opponent | undefined
  name: string
}

function Choices({ chosen, choose, two, mine, name }: ChoicesProps) {
  const id = useId()
  const hasAccount = two.some(isPerson)
  const all: [Choice, string, string][] = [
    ['YES', say(t.yes), say(t.yesWhy)],
    ...(mine === undefined
      ? []
      : [
          hasAccount
            ? (['CODE', say(t.yesAndAsk, { name }), say(t.yesAndAskWhy, { name })] as [
                Choice,
                string,
                string,
              ])
            : (['CODE', say(t.yesAndCode), say(t.yesAndCodeWhy, { name })] as [Choice, string, string]),
        ]),
    ['NO', say(t.no), say(t.noWhy)],
  ]
  return (
    <div role="radiogroup" aria-label={say(t.answers)}>
      {all.map(([value, label, why]) => (
        <label key={value} class="choice">
          <input type="radio" name={id} checked={chosen === value} onChange={() => choose(value)} />
          <span>
            {label}
            <span class="detail">{why}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

function EvidenceTable({
  two,
  evidence,
  isWithMe,
}: Pick<SameQuestionProps, 'two' | 'evidence' | 'isWithMe'>) {
  const rows: [string, ComponentChildren[]][] = [
    [say(t.matches), two.map(({ met: count }) => (isWithMe ? say(t.withYou, { count }) : number(count)))],
    [
      say(t.since),
      evidence.since.map((at) => (at === undefined ? say(t.nothing) : monthText(localDay(at).slice(0, 7)))),
    ],
    [
      say(t.alsoThere),
      evidence.alsoThere.map((names) =>
        names === undefined || names.length === 0 ? say(t.nothing) : sequenceOfNames(names),
      ),
    ],
  ]
  return (
    <table>
      <thead>
        <tr>
          <td />
          {two.map((one) => (
            <th key={playerOf(one).id} scope="col">
              {headOf(one)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, n) => (
              <td key={n}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function headOf(one: Opponent): string {
  if (isPerson(one) || one.owner === undefined) return say(t.withAccount)
  return isMine(one) ? say(t.mine) : say(t.theirs, { name: named(one.owner.displayName) })
}

/** Says what was answered, with a button that takes it back. If there is a code, shows it. */
export function SameAnswer({ of, undone }: { of: Answered; undone: () => void }) {
  const action = useAction()
  const own = useRef<HTMLParagraphElement>(null)
  // The pressed button has disappeared, so the focus moves here.
  useEffect(() => own.current?.focus(), [of.id])
  const name = named(playerOf(of.two[0]).displayName)
  return (
    <div class="same-question">
      <p class="same-said">
        <span ref={own} tabIndex={-1} role="status">
          {of.isSame ? say(t.isOne, { name }) : say(t.areTwo)}
        </span>
        {may('same-person-delete') && (
          <SendButton
            class="quiet"
            label={say(t.undo)}
            busy={action.busy.value}
            press={() => void action.run(() => takeBack(of.id).then(undone))}
          />
        )}
      </p>
      <Refused of={action.refused} />
      {of.codeFor && <StandInCodes standIns={[of.codeFor]} />}
    </div>
  )
}
