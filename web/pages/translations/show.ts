/** The parts of the queue, and what of it is read. */
import { type Pages, pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { t } from '../../texts/translations.ts'

export const SHOWS = {
  missing: t.showMissing,
  invalid: t.showInvalid,
  outdated: t.showOutdated,
  drafts: t.showDrafts,
  all: t.showAll,
} as const

export type Show = keyof typeof SHOWS

export const showIn = (text: string | undefined): Show =>
  text !== undefined && Object.hasOwn(SHOWS, text) ? (text as Show) : 'missing'

const FILTERS = {
  invalid: 'invalid==true',
  outdated: 'outdated==true',
  drafts: 'status=in=(DRAFT,PUBLISHED_WITH_DRAFT)',
} as const

export type Row = Item<'listKeys'> | Item<'listWork'>

const LIMIT = 50

export function queueOf(applicationId: string, locale: string, show: Show): Pages<Row> {
  const query = { sort: 'key', limit: LIMIT }
  const params = { applicationId }
  if (show === 'missing') return pages('listMissingTranslations', { params: { ...params, locale }, query })
  if (show === 'all') return pages('listKeys', { params, query: { ...query, filter: 'status==ACTIVE' } })
  const filter = `locale==${locale};${FILTERS[show]}`
  return pages('listWork', { params, query: { ...query, filter } })
}

/** The text of a row that says what it is about. */
export const textOf = (row: Row): string =>
  'baseText' in row ? row.baseText : (row.draftText ?? row.publishedText ?? '')

/** The first row behind this one that is not done, else the first row of all. Reads further pages until it is found. */
export async function nextOf(
  queue: Pick<Pages<Row>, 'items' | 'hasMore' | 'error' | 'more'>,
  key: string,
  done: ReadonlySet<string>,
): Promise<string | undefined> {
  const isOpen = (row: Row) => row.key !== key && !done.has(row.key)
  for (;;) {
    const rows = queue.items.peek()
    const at = rows.findIndex((row) => row.key === key)
    const next = rows.slice(at + 1).find(isOpen)
    if (next || !queue.hasMore.peek() || queue.error.peek()) return (next ?? rows.find(isOpen))?.key
    await queue.more()
  }
}
