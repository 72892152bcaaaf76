/** Picks the file of a ranking, or takes one that is dropped on the page, and sends it with a bar that says how far it is. */
import { useSignal } from '@preact/signals'
import { refetch } from '../../api/cache.ts'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { useDropped } from '../../parts/changes/dropped.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { faultOf } from '../../parts/changes/violations.tsx'
import { named } from '../../parts/marks/names.ts'
import { number } from '../../parts/marks/numbers.ts'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { importRanking } from './upload.ts'

/** In bytes. The service has the same limit. */
const LARGEST_FILE = 64 * 1_048_576

interface Sending {
  name: string
  sent: number
  size: number
}

export function PickRanking({ notify }: { notify: (text: string | undefined) => void }) {
  const name = useSignal('')
  const isTooLarge = useSignal(false)
  const sending = useSignal<Sending | undefined>(undefined)
  const action = useAction()
  const take = (file: File | undefined) => {
    if (!file || action.busy.peek()) return
    name.value = file.name
    action.refused.value = undefined
    notify(undefined)
    isTooLarge.value = file.size > LARGEST_FILE
    if (!isTooLarge.value) void action.run(() => send(file))
  }
  const send = async (file: File) => {
    const { name, size } = file
    const seen = (sent: number) => (sending.value = { name, size, sent: Math.min(sent, size) })
    seen(0)
    try {
      const { body } = await importRanking(file, seen)
      notify(say(t.rankingStored, { stored: body.storedRows, unreadable: body.unreadableRows }))
      refetch(/^\/(rankings|pipeline|candidates|system)/)
    } finally {
      sending.value = undefined
    }
  }
  useDropped(take)
  const fault = isTooLarge.value ? say(t.rankingTooLarge) : faultOf(problemIn(action.refused), 'body')
  return (
    <section class="part">
      <div class="sheet">
        <div class="import-file">
          <label class="button" aria-disabled={action.busy.value}>
            {say(t.pickRanking)}
            <input
              id="ranking-file"
              type="file"
              class="unseen"
              accept=".csv,text/csv"
              aria-label={say(t.rankingFile)}
              disabled={action.busy.value}
              {...(fault === undefined
                ? {}
                : { 'aria-invalid': true, 'aria-describedby': 'ranking-file-fault' })}
              onChange={({ currentTarget }) => {
                take(currentTarget.files?.[0])
                currentTarget.value = '' // so that the same file can be chosen again
              }}
            />
          </label>
          <p class="hint">{say(t.dropRanking)}</p>
          {sending.value && <Bar of={sending.value} />}
          <div role="alert">
            {fault !== undefined && (
              <p class="fault" id="ranking-file-fault">
                <bdi>{name.value}</bdi>: {fault}
              </p>
            )}
          </div>
        </div>
      </div>
      {fault === undefined && <Refused of={action.refused} />}
    </section>
  )
}

const MEGABYTE = 1_000_000
const megabytes = (bytes: number) => number(bytes / MEGABYTE, 1)

/** When all is sent, the bar has no end: the service stores the entries, and does not say how far it is. */
function Bar({ of: { name, sent, size } }: { of: Sending }) {
  const isSent = sent === size
  const text = isSent
    ? say(t.storingRanking, { name: named(name) })
    : say(t.sendingRanking, { name: named(name), sent: megabytes(sent), all: megabytes(size) })
  return (
    <>
      <progress
        aria-label={say(t.rankingFile)}
        aria-valuetext={text}
        {...(isSent ? {} : { max: Math.max(size, 1), value: sent })}
      />
      <p class="count">{text}</p>
      <p role="status" class="unseen">
        {isSent ? text : say(t.rankingPercent, { percent: Math.floor((sent / size) * 4) * 25 })}
      </p>
    </>
  )
}
