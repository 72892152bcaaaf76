/** The applications whose texts are kept here, with a bar for each language. */
import { useMemo } from 'preact/hooks'
import { kept, pages } from '../../api/cache.ts'
import type { Body, Item } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { More } from '../../parts/lists/more.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { named } from '../../parts/marks/names.ts'
import { Page } from '../../parts/page/page.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'
import { languageName } from './language.ts'

const AT_ONCE = 10

export default function Translations() {
  const list = useMemo(() => pages('listApplications', { query: { sort: 'name', limit: AT_ONCE } }), [])
  return (
    <Page title={say(t.title)} lead={say(t.lead)} class="translations">
      <More
        list={list}
        label={say(t.title)}
        class="applications"
        empty={<Empty>{say(t.none)}</Empty>}
        row={(application) => <Application key={application.applicationId} of={application} />}
      />
    </Page>
  )
}

function Application({ of }: { of: Item<'listApplications'> }) {
  const { applicationId, displayName, description, baseLocale } = of
  const { value, error } = kept('getLocales', { params: { applicationId } }).value
  const language = named(languageName(baseLocale))
  const count = value?.items[0]?.total
  return (
    <li class="part">
      <h2>
        <bdi>{displayName}</bdi>
      </h2>
      <p class="hint">
        {count === undefined ? say(t.written, { language }) : say(t.base, { count, language })}
        {description !== undefined && (
          <>
            {' · '}
            <bdi>{description}</bdi>
          </>
        )}
      </p>
      {value && value.items.length > 0 && (
        <ul class="lines" aria-label={say(t.languagesOf, { name: named(displayName) })}>
          {value.items.map((one) => (
            <Language key={one.locale} of={one} app={applicationId} />
          ))}
        </ul>
      )}
      {value?.items.length === 0 && <p class="soft">{say(t.noLanguages)}</p>}
      {may('message-key-import') && (
        <p>
          <a
            href={`/translations/${applicationId}/import`}
            aria-label={say(t.importKeysOf, { name: named(displayName) })}
          >
            {say(t.importKeys)}
          </a>
        </p>
      )}
      {!value && (error ? <Unread error={error} /> : <Skeleton rows={3} />)}
    </li>
  )
}

type Progress = Body<'getLocales'>['items'][number]

function Language({ of, app }: { of: Progress; app: string }) {
  const { locale, published, draft, missing, invalid, outdated } = of
  const flags = [
    ...(invalid > 0 ? [say(t.invalid, { count: invalid })] : []),
    ...(outdated > 0 ? [say(t.outdated, { count: outdated })] : []),
  ]
  const parts = [
    say(t.published, { count: published }),
    ...(draft > 0 ? [say(t.drafts, { count: draft })] : []),
    ...(missing > 0 ? [say(t.missing, { count: missing })] : []),
  ]
  return (
    <li>
      <p class="line-main">
        <a class="line-link" href={`/translations/${app}/${encodeURIComponent(locale)}`}>
          {named(languageName(locale))}
        </a>{' '}
        <span class="soft">{named(locale)}</span>
      </p>
      <p class="line-side">{flags.join(' · ')}</p>
      <Bar of={of} />
      <p class="detail">{parts.join(' · ')}</p>
    </li>
  )
}

/** Published and drafts from the left. What is missing stays empty. The numbers stand below it. */
function Bar({ of: { total, published, draft } }: { of: Progress }) {
  const share = (count: number) => `${total === 0 ? 0 : (100 * count) / total}%`
  return (
    <svg class="progress" aria-hidden="true">
      <rect class="progress-draft" width={share(published + draft)} height="100%" />
      <rect class="progress-published" width={share(published)} height="100%" />
    </svg>
  )
}
