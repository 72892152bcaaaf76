/** The page that imports matches from another app: pick a file, or look at one import. A running import is shown at once. */
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import type { PageProps } from '../../page-props.ts'
import { Page } from '../../parts/page/page.tsx'
import { later } from '../../parts/page/later.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import { Earlier } from './earlier.tsx'
import { Pick } from './pick.tsx'

const One = later(async () => (await import('./one.tsx')).One)

const AT_ONCE = 20

export default function ImportPage({ query }: PageProps) {
  const { id } = query
  return id === undefined ? <Begin isShared={'shared' in query} /> : <Chosen id={id} />
}

const Chosen = ({ id }: { id: string }) =>
  One.state() === 'loading' ? (
    <Page title={say(t.title)} class="settings">
      <Skeleton />
    </Page>
  ) : (
    <One key={id} id={id} />
  )

function Begin({ isShared }: { isShared: boolean }) {
  const list = useMemo(() => pages('listImports', { query: { sort: 'createdAt:DESC', limit: AT_ONCE } }), [])
  const said = useSignal<string | undefined>(undefined)
  // An import that was running when the page opened stays on the page after its end.
  const running = useSignal<string | undefined>(undefined)
  const found = list.items.value.find(({ state }) => state === 'RUNNING')?.id
  useEffect(() => {
    if (found !== undefined) running.value = found
  }, [found])
  const shown = running.value ?? found
  if (shown !== undefined) return <Chosen id={shown} />
  return (
    <Page title={say(t.title)} lead={say(t.lead)} class="settings">
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      <Pick isShared={isShared} />
      <Earlier list={list} notify={(text) => (said.value = text)} />
    </Page>
  )
}
