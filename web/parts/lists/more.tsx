/** A list that is read page by page, with a button for the next page. */
import type { ComponentChildren, RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { Pages } from '../../api/cache.ts'
import { Offline } from '../../api/problem.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { Seen } from '../page/seen.tsx'
import { Skeleton } from '../page/skeleton.tsx'
import { Unread } from './unread.tsx'

interface MoreProps<T> {
  list: Pages<T>
  /** Renders an item as `li` or `tr`, with its key. */
  row: (item: T) => ComponentChildren
  /** The head of the table, if the rows are `tr`. */
  head?: ComponentChildren
  empty: ComponentChildren
  label: string
  class?: string
}

export function More<T>({ list, row, head, empty, label, class: own = 'rows' }: MoreProps<T>) {
  const rows = useRef<HTMLElement>(null)
  const error = list.error.value
  const items = list.items.value
  if (list.state.value === 'failed' && error) return <Unread error={error} />
  if (list.state.value === 'loading') return <Skeleton />
  if (items.length === 0) return <>{empty}</>
  const more = async () => {
    const before = rows.current?.children.length ?? 0
    await list.more()
    // The button may have disappeared, so the focus moves to the first new row.
    const first = rows.current?.children[before]?.querySelector<HTMLElement>('a, button')
    if (document.activeElement === document.body) first?.focus()
  }
  return (
    <>
      <Seen of={{ error, at: list.at.value }} />
      {head === undefined ? (
        <ul class={own} aria-label={label} ref={rows as RefObject<HTMLUListElement>}>
          {items.map(row)}
        </ul>
      ) : (
        <table class={own} aria-label={label}>
          <thead>{head}</thead>
          <tbody ref={rows as RefObject<HTMLTableSectionElement>}>{items.map(row)}</tbody>
        </table>
      )}
      {error && !(error instanceof Offline) && <Unread error={error} />}
      {list.hasMore.value && (
        <p class="actions middle">
          <button
            type="button"
            class="second"
            aria-disabled={list.loadingMore.value}
            onClick={() => void more()}
          >
            {say(list.loadingMore.value ? frame.loadingMore : frame.more)}
          </button>
        </p>
      )}
    </>
  )
}

/** The count of a list. It has its full height before the count is known, so that the list does not move. */
export function Count<T>({ of: { items, state }, text }: { of: Pages<T>; text: string | 0 | undefined }) {
  const isEmpty = state.value !== 'loading' && items.value.length === 0
  return isEmpty ? null : <p class="count">{text || '\u00a0'}</p>
}
