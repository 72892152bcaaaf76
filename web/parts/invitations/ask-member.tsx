/** The button for asking a member of a community whether they are a stand-in. They need no code: they have an account. */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import { t } from '../../texts/codes.ts'
import { say } from '../../texts/text.ts'
import { later } from '../page/later.tsx'

const AskDialog = later(async () => (await import('./ask-dialog.tsx')).AskDialog)

export function AskMember({ standIn }: { standIn: { id: string; displayName: string } }) {
  const isOpen = useSignal(false)
  const mine = kept('listMyMemberships', { query: { limit: 20 } }).value.value?.items ?? []
  if (mine.length === 0) return null
  return (
    <p>
      <button type="button" class="quiet" onClick={() => (isOpen.value = true)}>
        {say(t.askMember)}
      </button>
      {isOpen.value && (
        <AskDialog
          standIn={standIn}
          communities={mine.map(({ community }) => community)}
          close={() => (isOpen.value = false)}
        />
      )}
    </p>
  )
}
