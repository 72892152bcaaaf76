/** The step COLLECT_RULES fetches and reads the rulebooks of a candidate. Sources that a reviewer has added come first. */
import type { Transaction } from '../../db/database.ts'
import { type Sql, raw, sql } from '../../db/sql.ts'
import { noteResult } from '../candidates/activity.ts'
import { afresh, forgetTexts, released } from '../candidates/store.ts'
import { shortened } from '../back-off.ts'
import { Failed, Unusable } from '../outside/failures.ts'
import type { FindRulebooks, ReadRulebook, Rulebook } from '../outside/services.ts'
import { wake } from '../wake.ts'
import { FAILED, isForeseen, lostCandidates, tryLater } from './attempts.ts'
import { type StepContext, runStep } from './run-step.ts'

type Candidate = {
  id: string
  displayName: string
  yearPublished: number | null
  attempts: number
  unprovenAttempts: number
  sources: { url: string; title: string | null; origin: 'MANUAL' | 'SEARCH' }[]
}

/** At most this number of rulebooks is tried. We stop when `ENOUGH` of them were readable. */
export const MOST_READ = 5
export const ENOUGH = 2

const STEP = 'COLLECT_RULES'

export const collect = (
  rulebooks: { find: FindRulebooks; read: ReadRulebook },
  context: StepContext,
): Promise<boolean> =>
  runStep<Candidate>(
    {
      step: STEP,
      columns: sql`
        i.id, i.display_name as "displayName", i.year_published as "yearPublished",
        i.attempts, i.unproven_attempts as "unprovenAttempts",
        coalesce((
          select json_agg(json_object('url': rs.url, 'title': rs.title, 'origin': rs.origin) order by rs.created_at, rs.id)
          from rule_sources rs where rs.candidate_id = i.id), '[]') as sources`,
      lost: lostCandidates(STEP, FAILED),
      async work({ token, items: [candidate], signal, ask }) {
        const find: FindRulebooks = (...about) => ask(() => rulebooks.find(...about))
        const read = await readAll(candidate, { find, read: rulebooks.read }, signal)
        if (!read.some(isText)) {
          const transient = read.find(({ failure }) => failure instanceof Failed)
          if (transient?.failure) throw transient.failure
        }
        await context.db.transaction((tx) => keep(tx, token, candidate.id, read))
      },
      async failed({ token, items: [candidate] }, error) {
        if (!isForeseen(error)) context.warn('rules could not be collected', { id: candidate.id, err: error })
        await tryLater(context.db, STEP, token, candidate, error, FAILED)
      },
    },
    context,
  )

interface RulebookAttempt {
  url: string
  title: string | undefined
  origin: 'MANUAL' | 'SEARCH'
  book?: Rulebook
  failure?: Failed | Unusable
}

const isText = ({ book }: RulebookAttempt) => book !== undefined

/** Reads the rulebooks. If a reviewer's source can be read, no others are searched. */
async function readAll(
  { displayName, yearPublished, sources }: Candidate,
  { find, read }: { find: FindRulebooks; read: ReadRulebook },
  signal: AbortSignal,
): Promise<RulebookAttempt[]> {
  const results: RulebookAttempt[] = []
  const attempt = async (url: string, title: string | undefined, origin: RulebookAttempt['origin']) => {
    results.push({ url, title, origin, ...(await tried(read(url, signal))) })
  }
  for (const { url, title } of sources.filter(({ origin }) => origin === 'MANUAL'))
    await attempt(url, title ?? undefined, 'MANUAL')
  if (results.some(isText)) return results
  const about = { displayName, ...(yearPublished === null ? {} : { yearPublished }) }
  const found = await find(about, signal)
  const known = new Set(results.map(({ url }) => url))
  for (const { url, title } of found.filter((one) => !known.has(one.url)).slice(0, MOST_READ)) {
    if (results.filter(isText).length >= ENOUGH) break
    await attempt(url, title, 'SEARCH')
  }
  return results
}

/** If one rulebook fails, the others are still read. */
async function tried(book: Promise<Rulebook>): Promise<Pick<RulebookAttempt, 'book' | 'failure'>> {
  try {
    const read = await book
    return { book: { ...read, text: cleaned(read.text) } }
  } catch (error) {
    if (error instanceof Failed || error instanceof Unusable) return { failure: error }
    throw error
  }
}

async function keep(tx: Transaction, token: string, id: string, read: RulebookAttempt[]): Promise<void> {
  const held = await tx.maybe(sql`
    select from candidates where id = ${id} and lease_token = ${token} for update`)
  if (!held) return
  const kept = [
    forgetTexts(id),
    ...read.flatMap((one) => [source(id, one), ...text(id, one), noteRead(id, one)]),
  ]
  await Promise.all(
    [...kept, collected(id, reasonWithout(read)), wake].map((statement) => tx.many(statement)),
  )
}

const READ = [
  'title',
  'content_type',
  'language',
  'hash',
  'bytes',
  'characters',
  'fetched_at',
  'failure_reason',
]
const readColumns = raw(READ.join(', '))
const readAnew = raw(READ.map((column) => `excluded.${column}`).join(', '))

/** Stores what was read from a source. If a reviewer has deleted the source meanwhile, it stays deleted. */
function source(id: string, { url, title, origin, book, failure }: RulebookAttempt): Sql {
  const shown = cleaned((book?.title ?? title ?? '').slice(0, 500)) || undefined
  const values = sql`
    ${shown}, ${book?.contentType}, ${book?.language}, ${book?.hash}, ${book?.bytes}, ${book && [...book.text].length}, now(),
    ${failure && shortened(failure.reason)}`
  return origin === 'MANUAL'
    ? sql`
        update rule_sources set (${readColumns}) = row(${values}), version = version + 1
        where candidate_id = ${id} and url = ${url}`
    : sql`
        insert into rule_sources (candidate_id, url, origin, ${readColumns})
        values (${id}, ${url}, 'SEARCH', ${values})
        on conflict (candidate_id, url) do update set
          (${readColumns}) = row(${readAnew}), version = rule_sources.version + 1`
}

/** Stores the text of a rulebook. An earlier text is replaced, because it may belong to another game. */
const text = (id: string, { url, book }: RulebookAttempt): Sql[] =>
  book === undefined
    ? []
    : [
        sql`
          insert into rule_texts (source_id, candidate_id, text)
          select rs.id, rs.candidate_id, ${book.text}
          from rule_sources rs where rs.candidate_id = ${id} and rs.url = ${url}
          on conflict (source_id) do update set text = excluded.text, created_at = excluded.created_at`,
      ]

const noteRead = (id: string, { url, failure }: RulebookAttempt): Sql =>
  noteResult(STEP, id, { kind: 'SOURCE_READ', url, reason: failure && shortened(failure.reason) })

/** Removes what PostgreSQL refuses: NUL, and half of a surrogate pair. */
const cleaned = (text: string) => text.replaceAll('\0', '').toWellFormed()

const collected = (id: string, reason: string): Sql => sql`
  with changed as (
    update candidates c set
      stage = case when t.some then 'RULES_COLLECTED' else 'FAILED' end,
      failure_reason = case when t.some then null else ${shortened(reason)} end,
      ${afresh}, ${released}, version = c.version + 1, updated_at = now()
    from (select exists (select from rule_texts rt where rt.candidate_id = ${id}) as some) t
    where c.id = ${id} returning c.id, c.stage, c.failure_reason)
  ${noteResult(STEP, sql`select id from changed`, {
    kind: sql`(select stage from changed)`,
    reason: sql`(select failure_reason from changed)`,
  })}`

function reasonWithout(read: RulebookAttempt[]): string {
  if (read.length === 0) return 'No rulebook was found; add a rule source with its URL.'
  const each = read.flatMap(({ url, failure }) => (failure ? [`${url}: ${failure.reason}`] : []))
  return `No rulebook could be read. ${each.join(' ')}`
}
