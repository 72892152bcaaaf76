/** Publishes all drafts of a language that fit their keys, after their number is shown. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { kept, refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'

interface PublishAllProps {
  app: string
  locale: string
  close: () => void
}

export function PublishAll({ app, locale, close }: PublishAllProps) {
  const params = { applicationId: app }
  const filter = `locale==${locale};status=in=(DRAFT,PUBLISHED_WITH_DRAFT)`
  const drafts = kept('countWork', { params, query: { filter } }).value
  const result = useSignal<Body<'publishTranslations'> | undefined>(undefined)
  if (result.value) {
    const { published, skipped } = result.value
    return (
      <Closing close={close}>
        <p role="status">{say(t.wasPublished, { count: published })}</p>
        {skipped.length > 0 && <p>{say(t.wasSkipped, { count: skipped.length })}</p>}
      </Closing>
    )
  }
  if (!drafts.value || drafts.stale || drafts.value.count === 0)
    return (
      <Closing close={close}>
        {drafts.error ? (
          <Unread error={drafts.error} />
        ) : drafts.value?.count === 0 ? (
          <p>{say(t.noDrafts)}</p>
        ) : (
          <Skeleton rows={1} />
        )}
      </Closing>
    )
  return (
    <Confirm
      title={say(t.publishAll)}
      label={say(t.publishCount, { count: drafts.value.count })}
      close={close}
      change={async () => {
        result.value = (await call('publishTranslations', { params, body: { locale } })).body
        refetch(`/applications/${app}`)
      }}
    >
      <p>{say(t.publishAllWhy, { count: drafts.value.count })}</p>
    </Confirm>
  )
}

const Closing = ({ close, children }: { close: () => void; children: ComponentChildren }) => (
  <Dialog title={say(t.publishAll)} onClose={close}>
    {children}
    <div class="actions">
      <button type="button" onClick={close}>
        {say(frame.close)}
      </button>
    </div>
  </Dialog>
)
