/** The last matches of what a page is about, with a way to all of them. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { More } from '../lists/more.tsx'
import { session } from '../../api/session.ts'
import { matchesOf, resultsIn } from './matches-of.ts'
import type { List } from './list.ts'
import { MatchRow } from './row.tsx'

interface LastMatchesOptions {
  title: string
  list: List
  /** Where all of them are, and what the way there is called. */
  href: string
  all: string
  /** False where all are of one game. */
  named?: boolean
  /** False where all are of one community. */
  withCommunity?: boolean
  /** False while what is above it has no place yet; it is read at once. */
  isShown?: boolean
  empty: ComponentChildren
}

const FEW = 5
/** The others stand in the history. */
const NONE = signal(false)

export function LastMatches({ title, list, href, all, empty, isShown = true, ...shown }: LastMatchesOptions) {
  const me = session.value
  const player = me.state === 'in' ? me.canonicalPlayerId : ''
  const { matches, results } = useMemo(() => {
    const matches = matchesOf(list, FEW)
    return { matches, results: resultsIn(matches.items, player) }
  }, [JSON.stringify(list), player])
  const hasMore = matches.hasMore.value
  if (!isShown) return null
  return (
    <section class="part">
      <header>
        <h2>{title}</h2>
        {hasMore && (
          <a class="quiet" href={href}>
            {all}
          </a>
        )}
      </header>
      <More
        list={{ ...matches, hasMore: NONE }}
        label={title}
        class="lines matches"
        row={(match) => (
          <MatchRow key={match.id} match={match} result={results.value.get(match.id)} dated {...shown} />
        )}
        empty={empty}
      />
    </section>
  )
}
