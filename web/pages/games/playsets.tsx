/** The playsets of a game. Owners rename and delete their own. */
import { useSignal } from '@preact/signals'
import type { Pages } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { later } from '../../parts/page/later.tsx'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { type Playset, playsetName } from './facts.ts'

const RenamePlayset = later(async () => (await import('./playset-dialogs.tsx')).RenamePlayset)
const DeletePlayset = later(async () => (await import('./playset-dialogs.tsx')).DeletePlayset)

export function Playsets({ list }: { list: Pages<Playset> }) {
  const me = session.value
  const asked = useSignal<{ about: 'RENAME' | 'DELETE'; playset: Playset } | undefined>(undefined)
  const said = useSignal<string | undefined>(undefined)
  const close = () => (asked.value = undefined)
  const done = (text: string) => {
    close()
    said.value = text
  }
  const dialog = asked.value && { playset: asked.value.playset, close, done }
  return (
    <section class="part">
      <h2>{say(t.playsets)}</h2>
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      <More
        list={list}
        label={say(t.playsets)}
        class="lines short"
        row={(playset) => (
          <Row
            key={playset.id}
            of={playset}
            isMine={me.state === 'in' && playset.owner.id === me.user.id}
            ask={(about) => (asked.value = { about, playset })}
          />
        )}
        empty={<p class="soft">{say(t.noPlaysets)}</p>}
      />
      {dialog && asked.value?.about === 'RENAME' && <RenamePlayset {...dialog} />}
      {dialog && asked.value?.about === 'DELETE' && <DeletePlayset {...dialog} />}
    </section>
  )
}

interface RowProps {
  of: Playset
  isMine: boolean
  ask: (about: 'RENAME' | 'DELETE') => void
}

function Row({ of, isMine, ask }: RowProps) {
  const { displayName, scenario, variants, expansions, owner } = of
  const name = named(playsetName(of))
  const facts = [
    ...(scenario === undefined || displayName === undefined
      ? []
      : [say(t.scenario, { name: named(scenario) })]),
    ...variants.map(named),
    ...expansions.map((one) => named(one.displayName)),
  ]
  return (
    <li>
      <div class="line-main">
        <strong>
          <bdi>{playsetName(of)}</bdi>
        </strong>{' '}
        <span class="soft">{isMine ? say(t.mine) : say(t.ownedBy, { name: named(owner.displayName) })}</span>
        <p class="detail">{facts.join(' · ')}</p>
      </div>
      {isMine && (may('playset-update') || may('playset-delete')) && (
        <div class="actions">
          {may('playset-update') && (
            <button
              type="button"
              class="quiet"
              aria-label={say(t.renameThis, { name })}
              onClick={() => ask('RENAME')}
            >
              {say(t.rename)}
            </button>
          )}
          {may('playset-delete') && (
            <button
              type="button"
              class="quiet"
              aria-label={say(t.deleteThis, { name })}
              onClick={() => ask('DELETE')}
            >
              {say(t.delete)}
            </button>
          )}
        </div>
      )}
    </li>
  )
}
