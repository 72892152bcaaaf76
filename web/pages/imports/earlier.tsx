/** The imports of the reader, newest first, each with a button to forget it. */
import { useSignal } from '@preact/signals'
import { type Pages, refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { More } from '../../parts/lists/more.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import { nameOfFormat } from './formats.ts'
import type { Import } from './live.ts'
import { sentenceOf } from './summary.ts'

type Listed = Item<'listImports'>

const nameOf = ({ format, createdAt }: Import): string =>
  say(t.fileOf, { format: nameOfFormat(format), when: whenOf(new Date(createdAt), { time: true }) })

interface EarlierProps {
  list: Pages<Listed>
  notify: (text: string) => void
}

export function Earlier({ list, notify }: EarlierProps) {
  const asked = useSignal<Listed | undefined>(undefined)
  return (
    <section class="part">
      <h2>{say(t.earlier)}</h2>
      <More
        list={list}
        label={say(t.earlier)}
        class="lines"
        empty={<p class="soft">{say(t.earlierNone)}</p>}
        row={(one) => (
          <li key={one.id}>
            <div class="line-main">
              <strong>
                <a href={`/settings/import?id=${one.id}`}>{nameOf(one)}</a>
              </strong>
              <p class="detail">
                {say(t.because, { what: say(t.state, { state: one.state }), why: sentenceOf(one) })}
              </p>
            </div>
            {may('import-delete') && (
              <button
                type="button"
                class="quiet"
                aria-label={say(t.forgetThis, { name: nameOf(one) })}
                onClick={() => (asked.value = one)}
              >
                {say(t.forget)}
              </button>
            )}
          </li>
        )}
      />
      {asked.value && (
        <Forget
          of={asked.value}
          close={() => (asked.value = undefined)}
          done={() => {
            asked.value = undefined
            notify(say(t.forgotten))
          }}
        />
      )}
    </section>
  )
}

interface ForgetProps {
  of: Import
  close: () => void
  done: () => void
}

export function Forget({ of: { id, state }, close, done }: ForgetProps) {
  return (
    <Confirm
      title={say(t.forgetTitle)}
      label={say(t.forget)}
      close={close}
      change={async () => {
        // Any version is accepted, because a running import changes all the time.
        await call('deleteImport', { params: { importId: id }, ifMatch: '*' })
        refetch(/^\/imports/)
        done()
      }}
    >
      <p>{say(state === 'RUNNING' ? t.forgetRunning : t.forgetWhy)}</p>
    </Confirm>
  )
}
