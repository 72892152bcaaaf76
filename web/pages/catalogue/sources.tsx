/** The rule sources of a candidate, and why some could not be read. Reviewers add a source, or replace one by another. */
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Refused } from '../../parts/changes/refused.tsx'
import { problemIn } from '../../parts/changes/action.ts'
import { Field } from '../../parts/fields/field.tsx'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { type NewSource, useNewSource } from './new-source.ts'

export function Sources({ id, mayEdit }: { id: string; mayEdit: boolean }) {
  const list = useMemo(
    () => pages('listRuleSources', { params: { candidateId: id }, query: { limit: 20 } }),
    [id],
  )
  const source = useNewSource(id)
  return (
    <section class="part">
      <h2>{say(t.sources)}</h2>
      <More
        list={list}
        label={say(t.sources)}
        class="lines short"
        row={(one) => <Row key={one.id} of={one} {...(mayEdit ? { source } : {})} />}
        empty={<p class="soft">{say(t.noSources)}</p>}
      />
      {(mayEdit || source.url.value !== '') && <Add source={source} known={list.items.value} />}
    </section>
  )
}

type Source = Item<'listRuleSources'>

function Row({ of: { id, url, title, failureReason }, source }: { of: Source; source?: NewSource }) {
  const replace = () => {
    source?.set({ replaces: id })
    document.querySelector<HTMLElement>('#source-url')?.focus()
  }
  return (
    <li>
      <div class="line-main">
        <a href={url} rel="noreferrer" target="_blank">
          <bdi>{title ?? url}</bdi>
        </a>
        {failureReason !== undefined && <p class="line-below">{say(t.unread, { reason: failureReason })}</p>}
      </div>
      {source && (
        <button
          type="button"
          class="quiet"
          aria-pressed={source.replaces.value === id}
          aria-label={say(t.replaceThis, { url: named(title ?? url) })}
          onClick={replace}
        >
          {say(t.replace)}
        </button>
      )}
    </li>
  )
}

function Add({ source, known }: { source: NewSource; known: readonly Source[] }) {
  const { action, url, replaces, set, send } = source
  const old = known.find(({ id }) => id === replaces.value)
  const label = old ? say(t.sourceInstead, { url: named(old.title ?? old.url) }) : say(t.sourceUrl)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
      }}
    >
      <Refused of={action.refused} labelOf={(name) => (name === 'url' ? say(t.sourceUrl) : undefined)} />
      <div class="sheet">
        <Field
          id="source-url"
          name="url"
          label={label}
          called={say(t.sourceUrl)}
          problem={problemIn(action.refused)}
          change={(text) => set({ url: text })}
        >
          {(own) => <input type="url" autocomplete="off" {...own} value={url.value} />}
        </Field>
      </div>
      <p class="hint">{say(t.sourceHint)}</p>
      <div class="actions start">
        <SendButton class="second" label={say(old ? t.replace : t.addSource)} busy={action.busy.value} />
        {old && (
          <button type="button" class="quiet" onClick={() => set({ replaces: undefined })}>
            {say(t.keepBoth)}
          </button>
        )}
      </div>
    </form>
  )
}
