/** The texts of an application in one language: the queue, and the editor of the text that is chosen. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import type { PageProps } from '../../page-props.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { Missing } from '../../parts/page/fault.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'
import { Editor } from './editor.tsx'
import { gone } from './gone.ts'
import { isLanguage, languageName } from './language.ts'
import { PublishAll } from './publish-all.tsx'
import { type Row, SHOWS, type Show, nextOf, queueOf, showIn, textOf } from './show.ts'

export default function QueuePage(props: PageProps) {
  return isLanguage(props.params['locale'] ?? '') ? <QueueOf {...props} /> : <Missing />
}

function QueueOf({ params: { app = '', locale = '' }, query }: PageProps) {
  const read = kept('getApplication', { params: { applicationId: app } }).value
  const isPublishing = useSignal(false)
  return (
    <Shown
      of={read}
      loading={say(t.title)}
      gone={gone()}
      view={({ displayName, baseLocale }) => ({
        title: say(t.into, { language: named(languageName(locale)) }),
        lead: <bdi>{displayName}</bdi>,
        class: query['key'] === undefined ? 'translating' : 'translating chosen',
        aside: (
          <p class="actions start">
            <a
              class="button second"
              href={`/translations/${encodeURIComponent(app)}/${encodeURIComponent(locale)}/file`}
            >
              {say(t.asFile)}
            </a>
            {may('translation-publish') && (
              <button type="button" class="second" onClick={() => (isPublishing.value = true)}>
                {say(t.publishAll)}
              </button>
            )}
          </p>
        ),
        children: (
          <>
            <Work
              key={`${app} ${locale} ${showIn(query['show'])}`}
              {...{ app, locale, baseLocale }}
              show={showIn(query['show'])}
              chosen={query['key']}
            />
            {isPublishing.value && (
              <PublishAll app={app} locale={locale} close={() => (isPublishing.value = false)} />
            )}
          </>
        ),
      })}
    />
  )
}

interface WorkProps {
  app: string
  locale: string
  baseLocale: string
  show: Show
  chosen: string | undefined
}

function Work({ app, locale, baseLocale, show, chosen }: WorkProps) {
  const { route } = useLocation()
  const done = useSignal<ReadonlySet<string>>(new Set())
  const queue = useMemo(() => queueOf(app, locale, show), [])
  const at = (key?: string, part = show) =>
    `/translations/${encodeURIComponent(app)}/${encodeURIComponent(locale)}?${new URLSearchParams({ show: part, ...(key === undefined ? {} : { key }) }).toString()}`
  const goOn = async (key: string, isDone: boolean) => {
    if (isDone) done.value = new Set([...done.peek(), key])
    route(at(await nextOf(queue, key, done.peek())))
  }
  return (
    <>
      <div class="filters" role="group" aria-label={say(t.parts)}>
        {(Object.keys(SHOWS) as Show[]).map((one) => (
          <Chip key={one} pressed={one === show} onClick={() => route(at(undefined, one))}>
            {say(SHOWS[one])}
          </Chip>
        ))}
      </div>
      <div class="desk">
        <section class="texts" aria-label={say(t.queue)}>
          <More
            list={queue}
            label={say(t.queue)}
            class="lines"
            empty={<Empty>{say(t.noneHere)}</Empty>}
            row={(row) => (
              <Line
                key={row.key}
                row={row}
                href={at(row.key)}
                isChosen={row.key === chosen}
                isDone={done.value.has(row.key)}
              />
            )}
          />
        </section>
        {chosen === undefined ? (
          <p class="hint" role="status">
            {say(done.value.size > 0 ? t.allDone : t.choose)}
          </p>
        ) : (
          <div class="one">
            <p class="back">
              <a href={at()}>{say(t.toQueue)}</a>
            </p>
            <Editor
              key={chosen}
              place={{ applicationId: app, messageKey: chosen, locale }}
              baseLocale={baseLocale}
              goOn={(isDone) => goOn(chosen, isDone)}
            />
          </div>
        )}
      </div>
    </>
  )
}

interface LineProps {
  row: Row
  href: string
  isChosen: boolean
  isDone: boolean
}

const Line = ({ row, href, isChosen, isDone }: LineProps) => (
  <li>
    <div class="line-main">
      <a class="line-link" href={href} aria-current={isChosen ? 'true' : undefined}>
        <bdi>{row.key}</bdi>
      </a>
      <p class="line-below" dir="auto">
        {textOf(row)}
      </p>
    </div>
    <p class="line-side">{isDone && say(t.done)}</p>
  </li>
)
