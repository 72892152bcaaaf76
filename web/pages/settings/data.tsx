/**
 * The page of the reader's data: a file with all of it, stand-ins of other people that are the reader, and the button that erases
 * the account.
 */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { pages, refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { type SignedIn, may, session } from '../../api/session.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { exactly } from '../../parts/fields/filter.ts'
import { timeZone } from '../../parts/marks/numbers.ts'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { Page } from '../../parts/page/page.tsx'
import { later } from '../../parts/page/later.tsx'
import { t } from '../../texts/sharing.ts'
import { say } from '../../texts/text.ts'
import { type Claimed, claimedOfOthers } from './claimed.ts'

const Erase = later(async () => (await import('./erase.tsx')).Erase)

export default function Data() {
  const said = useSignal<string | undefined>(undefined)
  const me = session.value
  if (me.state !== 'in') return null
  return (
    <Page title={say(t.dataTitle)} class="settings">
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      <section class="part">
        <h2>{say(t.export)}</h2>
        <p class="hint">{say(t.exportWhy)}</p>
        <p class="actions start">
          <a class="button second" href="/web/api/v1/users/me/export" download="scorebook.json">
            {say(t.exportGet)}
          </a>
        </p>
        <p class="hint">{say(t.exportMatchesWhy)}</p>
        <p class="actions start">
          <a class="button second" href={inZone('csv')} download="scorebook-matches.csv">
            {say(t.exportCsv)}
          </a>
          <a class="button second" href={inZone('bg-stats')} download="scorebook-bg-stats.json">
            {say(t.exportBgStats)}
          </a>
        </p>
      </section>
      {may('import-create') && (
        <section class="part">
          <h2>{say(t.import)}</h2>
          <p class="hint">{say(t.importWhy)}</p>
          <p class="actions start">
            <a class="button second" href="/settings/import">
              {say(t.importGo)}
            </a>
          </p>
        </section>
      )}
      {may('user-delete') && <Leaving me={me} />}
      {may('claim-edge-read') && (
        <Claims
          canonicalPlayerId={me.canonicalPlayerId}
          userId={me.user.id}
          notify={(text) => (said.value = text)}
        />
      )}
    </Page>
  )
}

/** The URL of the reader's matches in this format. Times are in the time zone of this browser. */
const inZone = (format: 'csv' | 'bg-stats') =>
  `/web/api/v1/users/me/export/${format}?timeZone=${encodeURIComponent(timeZone())}`

/** This part is above the list of claims, whose length is not known yet. `Erase` reads nothing until a button is pressed. */
function Leaving({ me }: { me: SignedIn }) {
  const isAsked = useSignal(false)
  return (
    <section class="part">
      <h2>{say(t.erase)}</h2>
      <p class="hint">{say(t.eraseWhy)}</p>
      {isAsked.value ? (
        <Erase me={me} />
      ) : (
        <p class="actions start">
          <button type="button" class="second" onClick={() => (isAsked.value = true)}>
            {say(t.eraseLook)}
          </button>
        </p>
      )}
    </section>
  )
}

interface ClaimsProps {
  canonicalPlayerId: string
  userId: string
  notify: (text: string) => void
}

function Claims({ canonicalPlayerId, userId, notify }: ClaimsProps) {
  const list = useMemo(() => claimedOfOthers(pages, canonicalPlayerId, userId), [canonicalPlayerId, userId])
  const ending = useSignal<Claimed | undefined>(undefined)
  return (
    <section class="part">
      <h2>{say(t.claims)}</h2>
      <p class="hint">{say(t.claimsWhy)}</p>
      <More
        list={list}
        label={say(t.claims)}
        class="lines short"
        row={(claimed) => (
          <li key={claimed.id}>
            <span class="line-main">{say(t.claimOf, wordsOf(claimed))}</span>
            {may('claim-edge-revoke') && (
              <button
                type="button"
                class="quiet"
                aria-label={say(t.claimEndThis, wordsOf(claimed))}
                onClick={() => (ending.value = claimed)}
              >
                {say(t.claimEnd)}
              </button>
            )}
          </li>
        )}
        empty={<p class="soft">{say(t.claimsNone)}</p>}
      />
      {ending.value && (
        <Confirm
          title={say(t.claimEndTitle, { name: named(ending.value.displayName) })}
          label={say(t.claimEnd)}
          close={() => (ending.value = undefined)}
          change={async () => {
            if (!ending.value) return
            const { name } = wordsOf(ending.value)
            await endClaim(ending.value.id)
            ending.value = undefined
            notify(say(t.claimEnded, { name }))
          }}
        >
          <p>{say(t.claimEndWhy, wordsOf(ending.value))}</p>
        </Confirm>
      )}
    </section>
  )
}

const wordsOf = ({ displayName, owner }: Claimed) => ({
  name: named(displayName),
  owner: named(owner.displayName),
})

async function endClaim(ghostPlayerId: string): Promise<void> {
  const filter = `ghostPlayerId==${exactly(ghostPlayerId)};revokedAt=null=true`
  const { body } = await call('listClaimEdges', { query: { filter, limit: 1 } })
  const [edge]: (Item<'listClaimEdges'> | undefined)[] = body.items
  try {
    if (edge) await call('revokeClaimEdge', { params: { claimEdgeId: edge.id }, ifMatch: '*' })
  } finally {
    refetch(/^\//)
  }
}
